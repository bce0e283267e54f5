import { executesAll } from '../executes-all.ts'

/**
 * The one owner of each name (docs/decisions/0061-a-name-has-one-owner.md), and deleted accounts, whose UUIDs are not
 * given to others (docs/decisions/0062-uuids-of-deleted-accounts.md). Triggers keep both in step with the accounts, so
 * that neither another release nor a forgotten statement leaves an account without its name.
 */
export const up = executesAll((dialect) => {
  const withoutRowid = dialect === 'sqlite' ? ' without rowid' : ''
  return [
    `create table name_claim (
      name_key text not null primary key,
      kind text not null,
      account_id text,
      until bigint,
      visitor_id text
    )${withoutRowid}`,
    'create index name_claim_by_end on name_claim (until) where until is not null',
    'create index name_claim_by_holder on name_claim (account_id) where until is not null',
    'create index name_claim_by_visitor on name_claim (visitor_id) where visitor_id is not null',
    `create table deleted_account (id text not null primary key)${withoutRowid}`,
    ...(dialect === 'sqlite' ? sqliteTriggers : postgresTriggers),
  ]
})

const releaseOld = `delete from name_claim where name_key = old.username_folded and account_id = old.id`

/**
 * A name that is held for the account becomes the account's. One that belongs to somebody else violates the primary
 * key.
 */
const claimNew = `delete from name_claim where name_key = new.username_folded and account_id = new.id;
  insert into name_claim (name_key, kind, account_id) values (new.username_folded, 'account', new.id)`

const remember = 'insert into deleted_account (id) values (old.id) on conflict (id) do nothing'

const sqliteTriggers = [
  `create trigger account_claims_name after insert on account begin
    ${claimNew};
  end`,
  `create trigger account_changes_name after update of username_folded on account
    when old.username_folded <> new.username_folded begin
    ${releaseOld};
    ${claimNew};
  end`,
  `create trigger account_releases_name after delete on account begin
    ${releaseOld};
  end`,
  `create trigger account_is_remembered after delete on account begin ${remember}; end`,
]

/**
 * One statement for all rows of an import, and without a join: its plan would be made for the table as it was when the
 * connection first ran it, which may have been empty.
 */
const postgresTriggers = [
  `create function claim_account_names() returns trigger language plpgsql as $$
    declare claimed bigint;
    begin
      insert into name_claim (name_key, kind, account_id)
        select username_folded, 'account', id from added
        on conflict (name_key) do update set kind = 'account', until = null
          where name_claim.account_id = excluded.account_id;
      get diagnostics claimed = row_count;
      if claimed < (select count(*) from added) then
        raise unique_violation using table = 'name_claim', detail = 'Key (name_key)=(…) already exists.';
      end if;
      return null;
    end $$`,
  `create trigger account_claims_name after insert on account
    referencing new table as added for each statement execute function claim_account_names()`,
  `create function change_account_name() returns trigger language plpgsql as $$
    begin
      ${releaseOld};
      ${claimNew};
      return null;
    end $$`,
  `create trigger account_changes_name after update of username_folded on account
    for each row when (old.username_folded <> new.username_folded) execute function change_account_name()`,
  `create function release_account_name() returns trigger language plpgsql as $$
    begin
      ${releaseOld};
      return null;
    end $$`,
  `create trigger account_releases_name after delete on account
    for each row execute function release_account_name()`,
  `create function remember_deleted_account() returns trigger language plpgsql as $$
    begin
      ${remember};
      return null;
    end $$`,
  `create trigger account_is_remembered after delete on account
    for each row execute function remember_deleted_account()`,
]
