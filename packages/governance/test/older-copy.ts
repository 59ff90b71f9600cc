/** Sets a service's database back to an older copy of itself. */
import type { Harness } from './harness.ts'

/** Keeps a copy of the service's tables. */
export const COPY = `
  create schema older;
  do $$ declare t record; begin
    for t in select tablename from pg_tables where schemaname = 'governance' loop
      execute format('create table older.%I as table governance.%I', t.tablename, t.tablename);
    end loop;
  end $$;
  create table older.job as table pgboss.job`
/** Replaces the tables with that copy. */
export const GO_BACK = `
  begin;
  set local session_replication_role = replica;
  do $$ declare t record; begin
    for t in select tablename from pg_tables where schemaname = 'governance' loop
      execute format('delete from governance.%I', t.tablename);
      execute format('insert into governance.%I overriding system value table older.%I', t.tablename, t.tablename);
    end loop;
  end $$;
  delete from pgboss.job;
  insert into pgboss.job table older.job;
  commit`

export async function scriptOn({ server }: Harness, text: string): Promise<void> {
  const session = await server.connections.session()
  await session.script(text)
  session.release()
}
