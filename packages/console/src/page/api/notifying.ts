/** The setting of this browser to show notifications, with the browser's own permission. */

const STORED = 'quorate.browser-notices'

/** Some browsers have no notifications, or none for pages. */
export const canNotify = (): boolean => 'Notification' in globalThis

export const isNotifying = (): boolean =>
  canNotify() && Notification.permission === 'granted' && localStorage.getItem(STORED) === 'on'

/** Asks the browser's user for permission if it is needed. Returns whether notifications are on now. */
export async function setNotifying(isOn: boolean): Promise<boolean> {
  if (!isOn) {
    localStorage.removeItem(STORED)
    return false
  }
  if ((await Notification.requestPermission()) !== 'granted') return false
  localStorage.setItem(STORED, 'on')
  return true
}
