import { executesAll } from '../executes-all.ts'

/**
 * The UUIDs that game servers in offline mode derive from a username (docs/decisions/0148-offline-skins.md). They are null
 * in rows from before, and in those that the previous release writes while both run: it renames without them.
 */
export const up = executesAll((dialect) => [
  'alter table account add column offline_uuid text',
  'alter table account add column offline_uuid_lower text',
  'create index account_by_offline_uuid on account (offline_uuid) where offline_uuid is not null',
  'create index account_by_offline_uuid_lower on account (offline_uuid_lower) where offline_uuid_lower is not null',
  'create index account_without_offline_uuid on account (id) where offline_uuid is null',
  ...(dialect === 'postgres' ? postgresTrigger : sqliteTrigger),
])

const isRenamedWithout = 'old.username <> new.username and old.offline_uuid = new.offline_uuid'

const sqliteTrigger = [
  `create trigger account_forgets_offline_uuids after update of username on account
    when ${isRenamedWithout} begin
    update account set offline_uuid = null, offline_uuid_lower = null where id = new.id;
  end`,
]

const postgresTrigger = [
  `create function forget_offline_uuids() returns trigger language plpgsql as $$
    begin
      new.offline_uuid := null;
      new.offline_uuid_lower := null;
      return new;
    end $$`,
  `create trigger account_forgets_offline_uuids before update of username on account
    for each row when (${isRenamedWithout}) execute function forget_offline_uuids()`,
]
