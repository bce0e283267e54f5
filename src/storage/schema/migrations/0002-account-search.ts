import { executesAll } from '../executes-all.ts'

/** Indexes for finding accounts by part of their name or email address (docs/decisions/0047-account-search.md). */
export const up = executesAll((dialect) => (dialect === 'sqlite' ? sqlite : postgres))

const text = (row: string) =>
  `char(2, 2) || ${row}.username_folded || char(10) || coalesce(char(2, 2) || ${row}.email_folded, '')`
const numberOf = (row: string) => `(select number from account_number where account_id = ${row}.id)`
const forget = `insert into account_trigram (account_trigram, rowid, text) values ('delete', ${numberOf('old')}, ${text('old')})`

/**
 * The index contains only trigrams and the numbers of the accounts that have them. Everything else must be read from
 * the account. Each name and address is preceded by two characters that none of them contains, so that one or two
 * letters at the beginning are a trigram, too. An account's own rowid may change when the file is vacuumed, so its
 * number is stored in a table.
 */
const sqlite = [
  `create table account_number (
    number integer primary key,
    account_id text not null unique references account (id) on delete cascade
  )`,
  `create virtual table account_trigram using fts5 (
    text, content = '', columnsize = 0, detail = none, tokenize = 'trigram case_sensitive 1')`,
  `create trigger account_search_insert after insert on account begin
    insert into account_number (account_id) values (new.id);
    insert into account_trigram (rowid, text) values (${numberOf('new')}, ${text('new')});
  end`,
  `create trigger account_search_update after update of username_folded, email_folded on account
    when ${text('old')} <> ${text('new')} begin
    ${forget};
    insert into account_trigram (rowid, text) values (${numberOf('new')}, ${text('new')});
  end`,
  `create trigger account_search_delete before delete on account begin
    ${forget};
  end`,
]

/**
 * If the extension can't be created, an index of beginnings is added instead. The statistics are finer, because the
 * plan depends on how rare a part is.
 */
const postgres = [
  `do $$
    declare place text;
    begin
      create extension if not exists pg_trgm;
      select extnamespace::regnamespace into place from pg_extension where extname = 'pg_trgm';
      execute format('create index account_by_part on account using gin (
        translate(username_folded, ''_.@-+'', ''00000'') %s.gin_trgm_ops,
        translate(email_folded, ''_.@-+'', ''00000'') %s.gin_trgm_ops)', place, place);
      alter index account_by_part alter column 1 set statistics 1000, alter column 2 set statistics 1000;
    exception when others then
      create index account_by_username_start on account (username_folded text_pattern_ops);
      create index account_by_email_start on account (email_folded text_pattern_ops);
    end $$`,
  `alter table account
    alter column username_folded set statistics 1000, alter column email_folded set statistics 1000`,
]
