/** How long a message may take to reach the database, in milliseconds, and how many messages may wait. */
export const lineBounds = { timeMs: 5000, waiting: 2000 }
