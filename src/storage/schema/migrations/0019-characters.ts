import { executesAll } from '../executes-all.ts'

/**
 * Characters: players that another account signs in (docs/decisions/0131-characters-are-accounts.md). `owner_id` has no
 * foreign key, because a copy writes accounts in the order of their ids: triggers keep an account that has characters,
 * and an owner from being a character. Others keep the copies that characters have of what belongs to their account.
 */
export const up = executesAll((dialect) => [
  'alter table account add column owner_id text',
  'alter table account add column primary_id text',
  'create index account_by_owner on account (owner_id) where owner_id is not null',
  ...(dialect === 'sqlite' ? sqliteTriggers : postgresTriggers),
])

/** A name that is held for the account of a character is free for it, too. */
const isHeldForOwner = (owner: string) => `name_claim.kind = 'held' and name_claim.account_id = ${owner}`

const releaseOld = `delete from name_claim where name_key = old.username_folded and account_id = old.id`
const claimNew = `delete from name_claim where name_key = new.username_folded
    and (account_id = new.id or (${isHeldForOwner('new.owner_id')}));
  insert into name_claim (name_key, kind, account_id) values (new.username_folded, 'account', new.id)`

const characterOwns = `select 1 from account where (id = new.owner_id and owner_id is not null) or owner_id = new.id`

const sqliteTriggers = [
  'drop trigger account_claims_name',
  'drop trigger account_changes_name',
  `create trigger account_claims_name after insert on account begin
    ${claimNew};
  end`,
  `create trigger account_changes_name after update of username_folded on account
    when old.username_folded <> new.username_folded begin
    ${releaseOld};
    ${claimNew};
  end`,
  ...['insert', 'update of owner_id'].map(
    (change) => `create trigger character_owns_none_after_${change.slice(0, 6)} after ${change} on account
    when new.owner_id is not null begin
    select raise(abort, 'a character owns no character') where exists (${characterOwns});
  end`,
  ),
  `create trigger account_with_characters_stays before delete on account begin
    select raise(abort, 'an account with characters stays')
      where exists (select 1 from account where owner_id = old.id);
  end`,
  `create trigger characters_speak_its_language after update of language on account
    when old.language <> new.language begin
    update account set language = new.language where owner_id = new.id;
  end`,
  ...(
    [
      ['insert', 'new'],
      ['delete', 'old'],
    ] as const
  ).flatMap(([change, row]) => [
    `drop trigger group_names_after_${change}`,
    `create trigger group_names_after_${change} after ${change} on group_member begin
    update account set group_names = (select group_concat(group_name, ' ') from (
      select group_name from group_member where account_id = ${row}.account_id order by group_name))
    where id = ${row}.account_id or owner_id = ${row}.account_id;
  end`,
  ]),
]

const postgresTriggers = [
  `create or replace function claim_account_names() returns trigger language plpgsql as $$
    declare claimed bigint;
    begin
      insert into name_claim (name_key, kind, account_id)
        select username_folded, 'account', id from added
        on conflict (name_key) do update set kind = 'account', until = null, account_id = excluded.account_id
          where name_claim.account_id = excluded.account_id
            or (${isHeldForOwner('(select owner_id from added where added.id = excluded.account_id)')});
      get diagnostics claimed = row_count;
      if claimed < (select count(*) from added) then
        raise unique_violation using table = 'name_claim', detail = 'Key (name_key)=(…) already exists.';
      end if;
      return null;
    end $$`,
  `create or replace function change_account_name() returns trigger language plpgsql as $$
    begin
      ${releaseOld};
      ${claimNew};
      return null;
    end $$`,
  `create function refuse_character_of_character() returns trigger language plpgsql as $$
    begin
      if exists (${characterOwns}) then
        raise check_violation using message = 'a character owns no character';
      end if;
      return null;
    end $$`,
  `create trigger character_owns_none after insert or update of owner_id on account
    for each row when (new.owner_id is not null) execute function refuse_character_of_character()`,
  `create function keep_account_with_characters() returns trigger language plpgsql as $$
    begin
      if exists (select 1 from account where owner_id = old.id) then
        raise foreign_key_violation using message = 'an account with characters stays';
      end if;
      return null;
    end $$`,
  `create trigger account_with_characters_stays after delete on account
    for each row execute function keep_account_with_characters()`,
  `create function tell_characters_language() returns trigger language plpgsql as $$
    begin
      update account set language = new.language where owner_id = new.id;
      return null;
    end $$`,
  `create trigger characters_speak_its_language after update of language on account
    for each row when (old.language <> new.language) execute function tell_characters_language()`,
  `create or replace function write_group_names() returns trigger language plpgsql as $$
    declare changed_id text;
    begin
      for changed_id in select distinct account_id from changed order by account_id loop
        perform 1 from account where id = changed_id for no key update;
        perform 1 from account where owner_id = changed_id order by id for no key update;
        update account set group_names = (select string_agg(group_name, ' ' order by group_name collate "C")
          from group_member where account_id = changed_id) where id = changed_id or owner_id = changed_id;
      end loop;
      return null;
    end $$`,
]
