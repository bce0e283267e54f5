CREATE TABLE "kysely_migration" ("name" varchar(255) not null primary key, "timestamp" varchar(255) not null);
CREATE TABLE "kysely_migration_lock" ("id" varchar(255) not null primary key, "is_locked" integer default 0 not null);
CREATE TABLE account (
    id text primary key,
    username text not null,
    username_folded text not null unique,
    email text,
    email_folded text unique,
    email_confirmed text,
    password_hash text not null,
    credentials_version bigint not null default 0,
    secrets_version bigint not null default 0,
    language text not null,
    totp_secret text,
    totp_since bigint,
    skin_hash text,
    skin_model text,
    cape_hash text,
    hidden_cape text,
    suspended_at bigint,
    suspended_until bigint,
    suspension_reason text,
    suspended_by text,
    created_at bigint not null,
    deletes_at bigint,
    roles text,
    group_names text
  );
CREATE TABLE username_history (
    account_id text not null references account (id) on delete cascade,
    username text not null,
    changed_at bigint not null,
    primary key (account_id, changed_at, username)
  );
CREATE TABLE account_number (
    number integer primary key,
    account_id text not null unique references account (id) on delete cascade
  );
CREATE TABLE name_claim (
      name_key text not null primary key,
      kind text not null,
      account_id text,
      until bigint,
      visitor_id text
    ) without rowid;
CREATE TABLE deleted_account (id text not null primary key) without rowid;
CREATE TABLE texture (
    hash text primary key,
    png text not null,
    unworn_since bigint,
    worn_by text not null,
    worn_at bigint not null
  );
CREATE TABLE former_skin (
    account_id text not null references account (id) on delete cascade,
    hash text not null,
    model text not null,
    taken_off_at bigint not null,
    primary key (account_id, hash)
  );
CREATE TABLE invite (
    id text primary key,
    code text not null unique,
    digest text not null,
    uses bigint not null,
    created_at bigint not null,
    expires_at bigint,
    group_name text
  );
CREATE TABLE registration (
    digest text primary key,
    username text not null,
    username_folded text not null,
    email text not null,
    email_folded text not null,
    password_hash text not null,
    language text not null,
    invite_id text,
    expires_at bigint not null,
    browser text not null,
    network text not null default '',
    group_name text
  );
CREATE TABLE used_totp_step (
    account_id text not null references account (id) on delete cascade,
    step bigint not null,
    primary key (account_id, step)
  );
CREATE TABLE recovery_code (
    account_id text not null references account (id) on delete cascade,
    digest text not null,
    primary key (account_id, digest)
  );
CREATE TABLE passkey (
    id text primary key,
    account_id text not null references account (id) on delete cascade,
    name text not null,
    public_key text not null,
    counter bigint not null,
    backup_eligible integer not null,
    created_at bigint not null,
    last_used_at bigint
  );
CREATE TABLE used_challenge (digest text primary key, expires_at bigint not null);
CREATE TABLE known_device (
    account_id text not null references account (id) on delete cascade,
    digest text not null,
    seen_at bigint not null,
    primary key (account_id, digest)
  );
CREATE TABLE recovery (
    digest text primary key,
    account_id text not null,
    secrets_version bigint not null,
    email_folded text,
    expires_at bigint not null
  );
CREATE TABLE one_time_link (
    digest text primary key,
    account_id text not null unique references account (id) on delete cascade,
    purpose text not null,
    credentials_version bigint not null,
    secrets_version bigint not null,
    roles text not null,
    maker_kind text not null,
    maker_id text,
    expires_at bigint not null
  );
CREATE TABLE email_change (
    digest text primary key,
    account_id text not null references account (id) on delete cascade,
    secrets_version bigint not null,
    email text not null,
    expires_at bigint not null
  );
CREATE TABLE factor_undo (
    digest text primary key,
    account_id text not null references account (id) on delete cascade,
    passkey_id text,
    since bigint not null,
    expires_at bigint not null
  );
CREATE TABLE change_undo (
    digest text primary key,
    account_id text not null references account (id) on delete cascade,
    email text,
    neighbour_id text,
    player_id text,
    since bigint not null,
    expires_at bigint not null
  );
CREATE TABLE oauth_client (
    client_id text primary key,
    name text not null,
    secret_digest text,
    redirect_uris text not null,
    logout_uris text,
    id_token_alg text not null,
    pkce text not null default 'required',
    member_groups text,
    created_at bigint not null
  );
CREATE TABLE oauth_grant (
    id text primary key,
    account_id text not null references account (id) on delete cascade,
    client_id text not null references oauth_client (client_id) on delete cascade,
    credentials_version bigint not null,
    scope text not null,
    created_at bigint not null,
    expires_at bigint
  );
CREATE TABLE oauth_artifact (
    digest text primary key,
    kind text not null,
    client_id text not null references oauth_client (client_id) on delete cascade,
    account_id text references account (id) on delete cascade,
    grant_id text references oauth_grant (id) on delete cascade,
    user_code_digest text unique,
    payload text not null,
    issued_at bigint not null,
    expires_at bigint not null,
    consumed_at bigint
  );
CREATE TABLE credential (
    digest text primary key,
    kind text not null,
    account_id text not null references account (id) on delete cascade,
    credentials_version bigint not null,
    rights text not null,
    client text not null,
    issued_at bigint not null,
    expires_at bigint not null,
    user_agent text,
    address text,
    first_used_at bigint not null,
    last_used_at bigint not null,
    grant_id text references oauth_grant (id) on delete cascade,
    scope text
  );
CREATE TABLE pending_join (
    account_id text not null references account (id) on delete cascade,
    server_id_digest text not null,
    address text not null,
    credentials_version bigint not null,
    expires_at bigint not null,
    primary key (account_id, server_id_digest)
  );
CREATE TABLE api_token (
    id text primary key,
    digest text not null unique,
    name text not null,
    access text not null,
    created_at bigint not null,
    expires_at bigint,
    last_used_at bigint,
    maker_kind text not null,
    maker_id text,
    maker_name text
  );
CREATE TABLE idempotency_key (
    digest text primary key,
    token_id text not null references api_token (id) on delete cascade,
    request text not null,
    answer text,
    started_at bigint not null,
    expires_at bigint not null
  );
CREATE TABLE player_group (
    name text primary key,
    title text not null,
    colour text,
    created_at bigint not null
  );
CREATE TABLE group_member (
    account_id text not null references account (id) on delete cascade,
    group_name text not null references player_group (name) on delete cascade,
    primary key (account_id, group_name)
  );
CREATE TABLE game_server (
    id text primary key,
    name text not null unique,
    title text not null,
    address text,
    paused_at bigint,
    tells_groups text not null,
    tells_source text not null default 'on',
    visitors_who text,
    links text not null default 'admit',
    created_at bigint not null,
    last_asked_at bigint
  );
CREATE TABLE game_server_key (
    digest text primary key,
    server_id text not null references game_server (id) on delete cascade,
    key text not null,
    admission text,
    created_at bigint not null,
    ends_at bigint
  );
CREATE TABLE game_server_group (
    server_id text not null references game_server (id) on delete cascade,
    group_name text not null,
    primary key (server_id, group_name)
  );
CREATE TABLE neighbour (
    id text primary key,
    kind text not null,
    root text,
    has_joined text not null,
    profile text not null,
    names_url text not null,
    names_form text not null,
    texture_hosts text not null,
    trust bigint not null,
    who text not null,
    textures text not null,
    names text not null,
    per_minute bigint not null,
    is_private text not null,
    forwards_address text not null,
    lookups text not null,
    chat_keys text not null,
    keys_url text,
    keys_read_at bigint,
    paused_at bigint,
    created_at bigint not null,
    client_id text,
    client_secret text,
    authorization_server text
  );
CREATE TABLE neighbour_key (
    neighbour_id text not null references neighbour (id) on delete cascade,
    use text not null,
    spki text not null,
    first_seen bigint not null,
    confirmed_at bigint,
    primary key (neighbour_id, use, spki)
  );
CREATE TABLE neighbour_answer (
    neighbour_id text primary key references neighbour (id) on delete cascade,
    at bigint not null,
    problem text
  );
CREATE TABLE game_server_neighbour (
    server_id text not null references game_server (id) on delete cascade,
    neighbour_id text not null references neighbour (id) on delete cascade,
    primary key (server_id, neighbour_id)
  );
CREATE TABLE visitor (
    uuid text primary key,
    neighbour_id text not null,
    name text not null,
    name_key text not null,
    suspended_at bigint,
    suspended_until bigint,
    suspension_reason text,
    suspended_by text,
    first_seen bigint not null,
    last_seen bigint not null,
    joins bigint not null
  );
CREATE TABLE mirrored_textures (
    uuid text primary key references visitor (uuid) on delete cascade,
    links text not null,
    skin_hash text,
    skin_model text,
    cape_hash text,
    checked_at bigint not null
  );
CREATE TABLE listed_visitor (
    neighbour_id text not null references neighbour (id) on delete cascade,
    name_key text not null,
    server_id text not null,
    added_at bigint not null,
    primary key (name_key, neighbour_id, server_id)
  );
CREATE TABLE refused_visit (
    digest text primary key,
    at bigint not null,
    server text not null,
    name text not null,
    reason text not null
  );
CREATE TABLE neighbour_link (
    neighbour_id text not null references neighbour (id) on delete cascade,
    uuid text not null,
    account_id text not null references account (id) on delete cascade,
    name text not null,
    name_key text not null,
    proof text not null,
    at bigint not null,
    primary key (neighbour_id, uuid)
  );
CREATE TABLE link_code (
    digest text primary key,
    neighbour_id text not null references neighbour (id) on delete cascade,
    uuid text not null,
    name text not null,
    session text,
    expires_at bigint not null,
    unique (neighbour_id, uuid)
  );
CREATE TABLE link_sign_in (
    session text not null,
    neighbour_id text not null references neighbour (id) on delete cascade,
    state_digest text not null,
    expires_at bigint not null,
    primary key (session, neighbour_id)
  );
CREATE TABLE audit_entry (
    id text primary key,
    at bigint not null,
    event text not null,
    account_id text,
    actor_kind text not null,
    actor_id text,
    actor_name text,
    address text,
    details text not null,
    seal bigint
  );
CREATE TABLE audit_seal (
    number bigint primary key,
    at bigint not null,
    entries bigint not null,
    digest text not null,
    dropped bigint not null,
    hash text not null,
    mac text
  );
CREATE TABLE mail (
    id text primary key,
    kind text not null,
    recipient text not null,
    language text not null,
    content text not null,
    token text,
    created_at bigint not null,
    due_at bigint not null,
    tries bigint not null,
    expires_at bigint not null
  );
CREATE TABLE webhook (
    id text primary key,
    url text not null,
    secret text not null,
    events text not null,
    format text not null,
    created_at bigint not null,
    fed_seal bigint not null,
    leased_until bigint not null,
    off_at bigint,
    failures bigint not null,
    held_until bigint
  );
CREATE TABLE webhook_delivery (
    webhook_id text not null references webhook (id) on delete cascade,
    id text not null,
    seal bigint not null,
    event text not null,
    entry text not null,
    state text not null,
    attempts text not null,
    tries bigint not null,
    due_at bigint not null,
    primary key (webhook_id, id)
  );
CREATE TABLE attempt (
    subject text not null,
    step text not null,
    refused_at bigint not null,
    at bigint not null,
    reason text,
    detail text,
    network text not null,
    address text not null,
    server text,
    primary key (subject, step, refused_at)
  );
CREATE TABLE hour_count (
    at bigint not null,
    step text not null,
    outcome text not null,
    count bigint not null,
    primary key (at, step, outcome)
  );
CREATE TABLE signing_key (
    kid text primary key,
    use text not null,
    generation bigint not null,
    private_key text not null,
    public_key text not null,
    created_at bigint not null,
    signs_from bigint not null,
    published_until bigint,
    revoked_at bigint,
    unique (use, generation)
  );
CREATE TABLE encryption (
    id text primary key,
    salt text not null,
    check_value text not null,
    created_at bigint not null,
    erased_at bigint
  );
CREATE TABLE guess (key text primary key, full_at bigint not null);
CREATE TABLE lookup_client (
    network text primary key,
    full_at bigint not null,
    banned_at bigint,
    ends_at bigint,
    ban_length bigint not null,
    forgotten_at bigint
  );
CREATE TABLE setting (
    name text primary key,
    value text not null,
    version text not null
  );
CREATE VIRTUAL TABLE account_trigram using fts5 (
    text, content = '', columnsize = 0, detail = none, tokenize = 'trigram case_sensitive 1');
CREATE TRIGGER account_search_insert after insert on account begin
    insert into account_number (account_id) values (new.id);
    insert into account_trigram (rowid, text) values ((select number from account_number where account_id = new.id), char(2, 2) || new.username_folded || char(10) || coalesce(char(2, 2) || new.email_folded, ''));
  end;
CREATE TRIGGER account_search_update after update of username_folded, email_folded on account
    when char(2, 2) || old.username_folded || char(10) || coalesce(char(2, 2) || old.email_folded, '') <> char(2, 2) || new.username_folded || char(10) || coalesce(char(2, 2) || new.email_folded, '') begin
    insert into account_trigram (account_trigram, rowid, text) values ('delete', (select number from account_number where account_id = old.id), char(2, 2) || old.username_folded || char(10) || coalesce(char(2, 2) || old.email_folded, ''));
    insert into account_trigram (rowid, text) values ((select number from account_number where account_id = new.id), char(2, 2) || new.username_folded || char(10) || coalesce(char(2, 2) || new.email_folded, ''));
  end;
CREATE TRIGGER account_search_delete before delete on account begin
    insert into account_trigram (account_trigram, rowid, text) values ('delete', (select number from account_number where account_id = old.id), char(2, 2) || old.username_folded || char(10) || coalesce(char(2, 2) || old.email_folded, ''));
  end;
CREATE TRIGGER account_claims_name after insert on account begin
    delete from name_claim where name_key = new.username_folded and account_id = new.id;
  insert into name_claim (name_key, kind, account_id) values (new.username_folded, 'account', new.id);
  end;
CREATE TRIGGER account_changes_name after update of username_folded on account
    when old.username_folded <> new.username_folded begin
    delete from name_claim where name_key = old.username_folded and account_id = old.id;
    delete from name_claim where name_key = new.username_folded and account_id = new.id;
  insert into name_claim (name_key, kind, account_id) values (new.username_folded, 'account', new.id);
  end;
CREATE TRIGGER account_releases_name after delete on account begin
    delete from name_claim where name_key = old.username_folded and account_id = old.id;
  end;
CREATE TRIGGER account_is_remembered after delete on account begin insert into deleted_account (id) values (old.id) on conflict (id) do nothing; end;
CREATE TRIGGER group_names_after_insert after insert on group_member begin
    update account set group_names = (select group_concat(group_name, ' ') from (
      select group_name from group_member where account_id = new.account_id order by group_name))
    where id = new.account_id;
  end;
CREATE TRIGGER group_names_after_delete after delete on group_member begin
    update account set group_names = (select group_concat(group_name, ' ') from (
      select group_name from group_member where account_id = old.account_id order by group_name))
    where id = old.account_id;
  end;
CREATE TRIGGER account_is_no_visitor after insert on account begin
    insert into visitor select * from visitor where uuid = new.id;
  end;
CREATE TRIGGER visitor_is_no_account after insert on visitor begin
    insert into visitor select * from visitor where uuid = new.uuid and (exists (select 1 from account where id = new.uuid) or exists (select 1 from deleted_account where id = new.uuid));
  end;
insert into kysely_migration ("name", "timestamp") values ('0001-accounts', '2026-11-27T01:10:58.701Z');
insert into kysely_migration ("name", "timestamp") values ('0002-account-search', '2026-11-27T01:10:58.702Z');
insert into kysely_migration ("name", "timestamp") values ('0003-names', '2026-11-27T01:10:58.704Z');
insert into kysely_migration ("name", "timestamp") values ('0004-textures', '2026-11-27T01:10:58.717Z');
insert into kysely_migration ("name", "timestamp") values ('0005-registration', '2026-11-27T01:10:58.718Z');
insert into kysely_migration ("name", "timestamp") values ('0006-sign-in', '2026-11-27T01:10:58.727Z');
insert into kysely_migration ("name", "timestamp") values ('0007-applications', '2026-11-27T01:10:58.729Z');
insert into kysely_migration ("name", "timestamp") values ('0008-credentials', '2026-11-27T01:10:58.730Z');
insert into kysely_migration ("name", "timestamp") values ('0009-community', '2026-11-27T01:10:58.732Z');
insert into kysely_migration ("name", "timestamp") values ('0010-neighbours', '2026-11-27T01:10:58.733Z');
insert into kysely_migration ("name", "timestamp") values ('0011-visitors', '2026-11-27T01:10:58.736Z');
insert into kysely_migration ("name", "timestamp") values ('0012-records', '2026-11-27T01:10:58.739Z');
insert into kysely_migration ("name", "timestamp") values ('0013-operation', '2026-11-27T01:10:58.740Z');
insert into kysely_migration_lock ("id", "is_locked") values ('migration_lock', 0);
insert into name_claim ("name_key", "kind", "account_id", "until", "visitor_id") values ('after', 'account', 'e50b21d2c66444878388f978900c482f', null, null);
insert into name_claim ("name_key", "kind", "account_id", "until", "visitor_id") values ('before', 'held', 'e50b21d2c66444878388f978900c482f', 1797854400000, null);
insert into name_claim ("name_key", "kind", "account_id", "until", "visitor_id") values ('briefly', 'account', '1c571ede90814ced9bf570752d5da337', null, null);
insert into name_claim ("name_key", "kind", "account_id", "until", "visitor_id") values ('chief', 'account', 'b2f6e40d95734faabe1259b054c9db10', null, null);
insert into name_claim ("name_key", "kind", "account_id", "until", "visitor_id") values ('dressed', 'account', '7128dd42617d41bfade917955d5f6efa', null, null);
insert into name_claim ("name_key", "kind", "account_id", "until", "visitor_id") values ('leaving', 'account', 'c281c2a27ea94508bbca86d2daecdcbf', null, null);
insert into name_claim ("name_key", "kind", "account_id", "until", "visitor_id") values ('nomail', 'account', 'cd7039713b67431d8cb67750fd57023f', null, null);
insert into name_claim ("name_key", "kind", "account_id", "until", "visitor_id") values ('plain', 'account', 'e03189d427994077afd6aba065a4b8f4', null, null);
insert into name_claim ("name_key", "kind", "account_id", "until", "visitor_id") values ('suspended', 'account', '2214bd999ed04170a11a2380b736bc05', null, null);
insert into name_claim ("name_key", "kind", "account_id", "until", "visitor_id") values ('twofactors', 'account', 'f31fff426036438e88643d49907bd443', null, null);
insert into account ("id", "username", "username_folded", "email", "email_folded", "email_confirmed", "password_hash", "credentials_version", "secrets_version", "language", "totp_secret", "totp_since", "skin_hash", "skin_model", "cape_hash", "hidden_cape", "suspended_at", "suspended_until", "suspension_reason", "suspended_by", "created_at", "deletes_at", "roles", "group_names") values ('e03189d427994077afd6aba065a4b8f4', 'Plain', 'plain', 'Plain@example.test', 'plain@example.test', null, '$argon2id$v=19$m=1024,t=1,p=1$4cQdguEAj0Sbmx27m9yBSA$flUI/qobZdoKdqeAiErOVbR8CDiWRgxc0gYrww4Gzxk', 0, 0, 'en', null, null, null, null, null, null, null, null, null, null, 1795262400000, null, null, null);
insert into account ("id", "username", "username_folded", "email", "email_folded", "email_confirmed", "password_hash", "credentials_version", "secrets_version", "language", "totp_secret", "totp_since", "skin_hash", "skin_model", "cape_hash", "hidden_cape", "suspended_at", "suspended_until", "suspension_reason", "suspended_by", "created_at", "deletes_at", "roles", "group_names") values ('f31fff426036438e88643d49907bd443', 'TwoFactors', 'twofactors', 'TwoFactors@example.test', 'twofactors@example.test', null, '$argon2id$v=19$m=1024,t=1,p=1$n7mEgwMjiKGBQOiqHQmjEA$Ku3HNsKoBTWulfpJJmJ2ZIPVWZL/DY/cuHcyrXhIYoQ', 1, 1, 'en', 'enc:v1:LsWBq2qFfW0pH0bLVFlnQ5aoM8HFj0VAUQ-68b_C7QYE5BO-rhhn-n2GSRSnXhT_qcKoqWRtjma9vfTy', 1795262400000, null, null, null, null, null, null, null, null, 1795262400000, null, null, null);
insert into account ("id", "username", "username_folded", "email", "email_folded", "email_confirmed", "password_hash", "credentials_version", "secrets_version", "language", "totp_secret", "totp_since", "skin_hash", "skin_model", "cape_hash", "hidden_cape", "suspended_at", "suspended_until", "suspension_reason", "suspended_by", "created_at", "deletes_at", "roles", "group_names") values ('2214bd999ed04170a11a2380b736bc05', 'Suspended', 'suspended', 'Suspended@example.test', 'suspended@example.test', null, '$argon2id$v=19$m=1024,t=1,p=1$ovUqQ9JAa1mUQVsDDj8pTg$PFZYFzzDcDnEQycr8Kt5/yhO/uD0YWeI98mTIUSS2GQ', 1, 0, 'en', null, null, null, null, null, null, 1795262400000, null, 'griefing', 'admin', 1795262400000, null, null, null);
insert into account ("id", "username", "username_folded", "email", "email_folded", "email_confirmed", "password_hash", "credentials_version", "secrets_version", "language", "totp_secret", "totp_since", "skin_hash", "skin_model", "cape_hash", "hidden_cape", "suspended_at", "suspended_until", "suspension_reason", "suspended_by", "created_at", "deletes_at", "roles", "group_names") values ('1c571ede90814ced9bf570752d5da337', 'Briefly', 'briefly', 'Briefly@example.test', 'briefly@example.test', null, '$argon2id$v=19$m=1024,t=1,p=1$lp6d+1VlWms9v/YO3we3pg$F0drow5Qvis3SUZmg9flM06uVUYw76rRTS6kD2g5XKE', 1, 0, 'en', null, null, null, null, null, null, 1795262400000, 1797854400000, null, 'admin', 1795262400000, null, null, null);
insert into account ("id", "username", "username_folded", "email", "email_folded", "email_confirmed", "password_hash", "credentials_version", "secrets_version", "language", "totp_secret", "totp_since", "skin_hash", "skin_model", "cape_hash", "hidden_cape", "suspended_at", "suspended_until", "suspension_reason", "suspended_by", "created_at", "deletes_at", "roles", "group_names") values ('e50b21d2c66444878388f978900c482f', 'After', 'after', 'Before@example.test', 'before@example.test', null, '$argon2id$v=19$m=1024,t=1,p=1$usArBTR9Vzb3eOJbVxzeTg$qumopzA5wWKGfqZLT0QhLkTbjdf9poxQDEfQefrmxus', 0, 0, 'en', null, null, null, null, null, null, null, null, null, null, 1795262400000, null, null, null);
insert into account ("id", "username", "username_folded", "email", "email_folded", "email_confirmed", "password_hash", "credentials_version", "secrets_version", "language", "totp_secret", "totp_since", "skin_hash", "skin_model", "cape_hash", "hidden_cape", "suspended_at", "suspended_until", "suspension_reason", "suspended_by", "created_at", "deletes_at", "roles", "group_names") values ('cd7039713b67431d8cb67750fd57023f', 'NoMail', 'nomail', null, null, null, '$argon2id$v=19$m=1024,t=1,p=1$5/YDMDoQ27NWi1jY7BAFAg$JRLGDnR9Z01a3qvExuNmbcRL2OCzbVHwb/iE/UNa9SA', 0, 0, 'en', null, null, null, null, null, null, null, null, null, null, 1795262400000, null, null, null);
insert into account ("id", "username", "username_folded", "email", "email_folded", "email_confirmed", "password_hash", "credentials_version", "secrets_version", "language", "totp_secret", "totp_since", "skin_hash", "skin_model", "cape_hash", "hidden_cape", "suspended_at", "suspended_until", "suspension_reason", "suspended_by", "created_at", "deletes_at", "roles", "group_names") values ('b2f6e40d95734faabe1259b054c9db10', 'Chief', 'chief', 'Chief@example.test', 'chief@example.test', null, '$argon2id$v=19$m=1024,t=1,p=1$fjXbD52x6KHSk8g45SlcXQ$vTUqT4ZXAu9GGH+CXUHhV178o3rz+UgQtnnAQJ7+XmY', 0, 0, 'en', null, null, null, null, null, null, null, null, null, null, 1795262400000, null, 'admin', null);
insert into account ("id", "username", "username_folded", "email", "email_folded", "email_confirmed", "password_hash", "credentials_version", "secrets_version", "language", "totp_secret", "totp_since", "skin_hash", "skin_model", "cape_hash", "hidden_cape", "suspended_at", "suspended_until", "suspension_reason", "suspended_by", "created_at", "deletes_at", "roles", "group_names") values ('7128dd42617d41bfade917955d5f6efa', 'Dressed', 'dressed', 'Dressed@example.test', 'dressed@example.test', null, '$argon2id$v=19$m=1024,t=1,p=1$LFs5I5oImoQ2inLVF4RRJQ$isxRFncBIzqN+XcH1wR80CVlUjvm88YO47u+/ZEEXsQ', 0, 0, 'en', null, null, '780551c3882fa122a07468c82f53ad7ee818477db5ff5a48612c8da1e98a7f6e', 'slim', null, null, null, null, null, null, 1795262400000, null, null, null);
insert into account ("id", "username", "username_folded", "email", "email_folded", "email_confirmed", "password_hash", "credentials_version", "secrets_version", "language", "totp_secret", "totp_since", "skin_hash", "skin_model", "cape_hash", "hidden_cape", "suspended_at", "suspended_until", "suspension_reason", "suspended_by", "created_at", "deletes_at", "roles", "group_names") values ('c281c2a27ea94508bbca86d2daecdcbf', 'Leaving', 'leaving', 'Leaving@example.test', 'leaving@example.test', null, '$argon2id$v=19$m=1024,t=1,p=1$+VvPlaJjrmiLI/WZQiVjWw$SNy3WNzkcQS6bopWHB7EnMo4x1gXpRJUyKKw6Oni4ZY', 1, 0, 'en', null, null, null, null, null, null, null, null, null, null, 1795262400000, 1795867200000, null, null);
insert into texture ("hash", "png", "unworn_since", "worn_by", "worn_at") values ('780551c3882fa122a07468c82f53ad7ee818477db5ff5a48612c8da1e98a7f6e', 'iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAYAAACqaXHeAAAgAElEQVR42g2acVzb9Z3//dk1jklWO9OxDrrMuBqDRhHJoGKQwWWSQRGXFQa9RrOSCTO9nBda1rgsDxiZFC4DUSoZyxYHhesy44oXvGicbOByRVsWfDApI3OOy6R4nuS4Tnpcef7ef7z+ej9ej+fj8frn+3m8vq/r1P/v/3GbSC8qEpWKKkRmUZ2oQWQV2UUOkUvkFnWIukV9otOioGhUFBZNiGKiKVFCdFG0IFoWrYjWRBnRpgiRQqQUqUS5Io1IJyoQFYvKRCZRjcgiahLZRC0ip+iEyCPqEvWKBkQBUUg0LoqIoqK4aFo0K0qKFkXXqbMlgOzr0WfvoCj7E5Rm76QiW4E5+wbqsj9JQ3YW1uxPYc++EUd2Nq5sJe7sT9ORvYvu7Jvoy97N6ezPEMy+mdFsFeHsPUxkf5ZYdg5T2Z8jkb2Xi9mfZyE7l+XsPFay97GW/QUy2Wo2s78I2begyNagzL4VVfaXyM3ejyb7NnTZWgqyb6c4W0dZdj6m7Duoyb4TS7aepuy7sGXfTUt2Ac7seziRXYgn+166sovozTYwkP1lAtnFhLJLGM8+QCT7PqLZpcSz72c628hsdhnJ7AdYzC6XAHIkgJwd6HN2UpRzA6U5WVTk3Ig5R0ldzi4acnZjzbkZe84eHDk5uHL24s7JpSNnH905avpybuF0zq0Ec/YzmqMlnKNjIucOYjl6pnLuJpFzDxdz7mUhx8ByTjErOQdYyyklk2NkM+cByPkKipxKlDkmVDkPkptjRpNTjS7nIAU5D1Gc8zBlORZMOYeoyWnAktNIU85hbDlHaMl5BGeOjRM5R/Hk2OnKeYzenFYGch4nkHOMUI6T8ZwniOS4iOYcJ57TznTOSWZzniSZ42ExxysBaCQAzSfQa26gSPMpSjVKKjQ3YdbcTJ3mszRo9mLV5GHXqHFoNLg0+3FrbqdDcwfdmrvo09zDaU0RQU0xo5r7CGuMTGjKiWkqmdJ8lYTGzEVNDQuah1jWfJ0VzSHWNN8koznMpsYKGhsKTTNKzWOoNN8hV3MMjeYf0WlcFGhOUKw5SZnme5g0Xmo0nVg0Ppo03dg0vbRofoRT8zQnNM/i0TxHl+bH9GqCDGhCBDQjhDRjjGvOEtH8kqjmReKaCaY1UWY1/0ZS8yqLml9LAHoJQL8TvT6LIr2SUv1uKvR7MOv3UqffR4P+Fqz6/dj1Ohx6PS79Pbj1Bjr0B+jWG+nTf4XTehNBvZlR/UHC+oeZ0B8ipm9kSn+EhN7GRb2dBX0ry/pjrOifYE1/nIz+JJt6D+g7UOh9KPWnUOn95OqfRqMfRKcPUKAPUqx/njL9GUz6s9ToX8CiP0eTPopNH6NF/xpO/W84oX8Dj/48XfoL9OqTDOgXCOgvEdKnGNe/R0SfJqq/TFz/IdP6DLP6KyT1V1nUX5MASiSAEgX6khspKrmJ0pI9VJR8HnOJmrqSL9FQosNachf2kntxlJTgKjHiLqmgo+RBuktq6Ct5mNMl9QRLDjNa8ijhEjsTJd8hVuJkqqSNRMlJLpZ8n4WSH7Bc0s1KiZ+1kgEyJc+xWfITKHkeRckYypIwqpJfkVsSRVPyCrqS1ykomaG45DxlJRcxlbxNTckilpIUTSV/wVbyPi0l/4mzJMOJkr/hKdmiq+Q6ekt2MlDyKQIluwiVqBgv2Uuk5AtES24lXnI70yV6ZksKSZYUs1hyvwRQKQFU3oC+UklR5c2UVu6lolKNuXI/dZV30FB5D9bKYuyVRhyVlbgqzbgrH6Kj8hDdlYfpq7RxuvIxgpXHGK10Ea48yUSll1ilj6nKXhKVT3Ox8jkWKoMsV46wUnmWtcoXyVRG2ax8FSp/g6IygbLyAqrKt8mtvISm8l10lWkKKj+guDJDWeXHmCqvUVO5A0tlFk2Vu7BV7qGlMhdn5S2cqNTiqdTTVXkvvZUHGKh8gECliVBlNeOVDxOpbCBaeYR45VGmK1uZrXSSrDzOYuWTEkCtBFD7SfS1uyiq/SyltfuoqP0S5to7qKstpKH2ANbacuy1D+KorcVVewh37d/TUXuU7trv0Ff7BKdrv0uw1sto7Q8J1/qZqH2WWO0wU7U/J1F7lou1v2Kh9mWWa3/NSu0brNW+Rab2bTZrl6D2PRS1qyhrP0JV+zdya6+hqf0EutobKaj9DMW1eymr/SKmWi01tXdhqTXQVHs/ttpKWmq/hrP2YU7UfhNP7SN01X6b3tpjDNS2Eah9klBtJ+O1p4jU9hOtfY547U+Zrj3DbO0vSda+xGLtKxJAowTQmIW+cTdFjXspbbyFikYd5sZ7qGs8QEPjV7A2mrE3PoyjsRFXow13YysdjU/Q3XiSvsYOTjeeItj4NKONAcKNzzPReJZY4zmmGmMkGn/DxcbzLDQmWW68xErje6w1XibTmGGz8SoIXyF8pfBVws8Vvkb4OuEXCL9Y+GXCNwm/RvgW4TcJ3yb8FuE7hX9C+B7hdwm/V/gDwg8IPyT8ceFHhB8Vflz408KfFX5S+IvCv07dLAE0fwp9880UNedR2ryfiua7MDcXU9dcTkOzGWvz17E3H8bR3Iyr+Rju5hN0NHvpbu6mr/lpTjf/mGDzCKPNvyTcHGWi+dfEmhNMNf+eRPMlLjb/hYXmD1hu/h9Wmq+x1qwg07yLzebPQbO8A5rzUTbfi6r5fnKbTWiaa9E1N1DQ/CjFza2UNf8TpuYnqWnuwtLsp6n5NLbmn9HS/C84m89xovkVPM3TdDW/RW/zAgPNfyLQ/D6h5nXGm68Sab6eaPONxJtVTDfvY7b5NpLNd7PYXCIBOCUA543onXsocqopdeqocN6L2WmkzvkgDc6HsToPY3facTiduJwncTt/QIfTT7fzOfqcz3PaGSbojDLqfJ2w8zwTzreJOVNMOd8n4cxw0bnFgnMny85drDj3sua8lYxTz6azGJzyDnBWo3QeQuV8hFxnKxqnC53TQ4HzKYqdT1PmHMbkPEON80UszhhNzmlszgu0ON/B6XyPE84P8Div0OWEXmcWA86bCTj3EXJqGXfeQ8RZStRpIu58iGlnI7POoySdx1h0tksAbgnAnY3enUORW0OpW0+FuwSzu5I6dy0N7kas7mbsbicOtxuX24fb3U+He5hu9xh97nOcdscJuhOMuucJu1NMuFeJuTeYcm+TcGdx0a1iwa1m2Z3PitvAmrucjLuaTXc9uOUd4HagdLejcneS6/ajcQ+hc49Q4I5Q7I5R5p7B5J6jxr2ExZ2myb2Ozb1Fi1uB072bE+48PG4tXe5Cet1GBtxVBNwWQm4r4+5WIu42om4vcXcP0+5BZt0hku4wi+5JCcAnAfiU6H17KfLtp9R3DxU+I2afmTrfIRp8Nqy+Y9h9J3H4fLh8T+P2BenwnaXbF6XP9xtO+y4Q9F1i1Jcm7Msw4btGzJfFlG8PCd8tXPTpWfAdYNlnYsX3MGu+I2R8rWz6joNP3gE+P0pfAJXvDLm+c2h8r6HznafAt0Cx7z3KfB9i8l2lxrcTi283Tb592Hw6WnwGnL6vcMJ3EI+vkS6fnV7fEwz4PAR8pwj5Bhn3PU/E9wJRX4y47w2mfUlmfSmSvsss+q5IAP0SQP+n0ffnUtR/O6X9Bir6KzD3P0Rd/9/T0N+Ktf8E9v4f4Ojvx9UfxN3/Czr6X6a7f4a+/iSn+/9EsP8DRvs3CffvZKL/M8T61Uz130mi/wAX+7/KQr+F5f5HWek/xlq/m0z/U2z2Pwv98g7oj6DsfxVV/7+T27+Apv8v6Po/oqD//yjuz6Ks/7OY+m+lpr8AS7+Rpv6vYetvoKW/GWf/E5zo/z6e/l66+ofo7T/DQP8Egf7XCfW/xXj/JSL9fyXav0G8/zqm+5XM9n+eZL+Wxf4iCWBYAhjehX54H0XDd1A6fICK4QcxDx+ibvgoDcNPYB32Yh/24xgexjV8Fvfwy3QMv0H38Nv0Db/H6eGPCA5fY3T4RsLDe5kY1hIbNjA1XEli+GEuDj/CwvAxloefZGX4FGvDz5EZPsPm8EswLO+A4TmUwylUwx+QO3wVzfAN6Ib3UDB8K8XD91A2/ACm4YPUDB/GMtxK03A7tmEfLcPP4Bx+nhPDL+IZfo2u4TfpHb7EwPD7BIavEBrewfjwbiLDaqLDeuLDpUwPm5kdbiA5bGdx2CUBjEkAYzehH1NTNHYXpWNGKsZqMI8dpm7sOzSMncQ61o197DkcY2O4xqK4x2boGHub7rG/0DeW4fTYdQTHdjE69gXCY3omxu4nNlbN1FgTibFWLo59l4Wxp1geO83K2BnWxv6VzNg0m2PzMCbvgLF1lGOgGvs0uWP70IzdiW6slIKxr1E81kjZWAumsXZqxn6IZWyQprFRbGMv0TL2W5xjSU6M/RnP2Ed0jW3TO6ZkYCyPwNgdhMbuY3zMTGTsm0THHiM+doLpMR+zY8+SHBthcWxCAjgnAZzbjf7cLRSdu4fSc1+h4tzDmM/ZqDv3BA3nOrCeexr7uedxnDuH69xvcJ9L0nHuPbrPZegT/2nxB8U/Kv6w+CfEHxP/lPgT4r8o/gXxL4t/Rfxr4s+If1P8iF8hfqX4VeLPFb9G/DrxF4i/WPxl4jeJv0b8FvE3id8m/hbxO8V/Qvwe8XeJv1f8A+IPiD8k/nHxR8QfFX9c/NPinxV/UvyL4r9OHZcA4p9BH7+VongRpXETFfF6zPHHqIt/l4b4KazxH2OPh3HE47jiF3DH/0RH/CO649fRF5c+IK4hGL+X0fjfEY4fYiL+bWLxdqbi3STiAS7Gf8FC/FWW42+xEk+xFv8vMnHYjN8EcXkHxAtRxitRxb9BbtyOJn4CXfwpCuJDFMfPUhZ/BVP8TWriy1jiH9IU38YW30VL/Is449IHxCvwxC10xZvpjR9nIP5DAvHnCMX/hfF4jEh8lmj8j8Tj/8l0/Bqz8U+TjKtZjBdIAAkJIHEz+sR+ihLFlCbMVCQOY04coy7hpSHxNNbECPZEFEcigStxCXfiAzoS1+hO7KIvIX1A4l6CCROjiQbCiVYmEk8SS/iZSvyMROIcFxPTLCQWWE68z0riKmuJG8kk9rGZuBsS8g5IWFAm7KgS7eQmTqFJDKNLvEBB4nWKE0nKEiuYEleoSdyAJbGXpsQd2BJGWhIP4UxIH5Bw4Un46Eo8R2/iLAOJVwkkLhBKvMt4IkMksYNoYg/xhJbpxAFmE9UkE0dYTDglgHkJYF6Ffl5L0fx9lM4fpGL+UczzLurmf0jDfADr/C+xz7+OY34e13wa9/wmHfM30j3/BfrmpQ+Y/zuC8w2Mzn+H8LyHifl+YvMjTM1Pkpg/z8X5ZRbmP2J5/npW5vewNn87mflSNudrYV7eAfNtKOefQjX/Y3LnX0AzP4Vu/m0K5v9K8fxVyuazMc2rqZkvxDJvomn+m9jmH6dl/vs456UPmB/FM/8yXfOz9M6nGJhfJzC/g9D8Zxmf1xGZv5/o/EPE57/F9PxxZue7Sc4PszgfkQBSEkBqD/qUjqKUkdLUw1Sk7JhTJ6lL+WlIPY81FcWeOo8jlcKVyuBO7aQjtZfulJ6+lPQBqUMEU62MpjyEU08zkTpDLBVjKnWBROo9LqausJDKYjm1j5XUPaylTGRSjWymjkFK3gGpQZSps6hSr5GbSqJJpdGlrlKQUlKcuoWylAFTykxN6giW1BM0pXzYUgFaUi/gTEkfkFrAk7pMV+oavandDKT2E0gdIJQ6yHjKRiR1nGjqFPFUkOnUOWZTb5BMXWIx9aEEsCoBrH4W/eodFK2WU7p6iIrV72Be9VK3+iwNq2exrv4a++rbOFZXca1ew736GTpWtXSv3k/fqvQBq98muPoko6v9hFfPMLH6CrHVOaZW/4PE6lUurn6ahdVbWV4tYWX1IGur3yKz2s7m6j/DqrwDVidRrr6JavXP5K5eQbP6KXSragpWiyheNVO2asW06qJmtRvLapCm1QlsqwlaVpdxrkofsKrAs5pL12oBvasmBlabCKw6Ca12Mb4aILIaIbo6TXx1kenVD5ldvZ7kag6Lq3dKABsSwEYO+g09RRuVlG40UrHhxLzho25jmIaNc1g3Etg3Ujg2NnBtZOHeUNOxYaB7o5q+DekDNtoJbvgZ3RghvBFjYmOO2EaaqY0tEhu7ubihZWHDyPKGhZWNVtY2vGQ2BtncCMOGvAM23kG58SGqjR3kbuxFs3E3ug0TBRuHKd54grKNpzBtBKnZeAnLxnmaNt7FtnGFlo0bcW5IH7BRjGfjIF0bR+ndOMnARh+BjTOENl5lfCNJZON9ohvXiG/czPSGjtmNB0huHGJx43EJYFsC2P4c+u27Kdr+KqXbR6jYbsO83Uvd9s9p2I5h3f499u33cWxv49reg3v7Tjq2K+nebqJvW/qA7W6C2z9jdHuS8PYFJrb/g9j2FlPbnyGxrePidjkL2w0sb/8DK9s+1rZ/Qmb7JTa3Z2Fb3gHbmyi3d6Havo3cbSOa7W+g236cgu1OircDlG3/CtN2gprtP2HZvkLTdja27Vtp2b4P57b0AdsteLa9dG2fpnf7BQa2Zwhs/5HQ9n8zvp1FZPuLRLeLiW/XMr1tZ3b7eyS3n2Fx+xcSQJYEkLUXfdY9FGWZKc2yUZF1EnPW09RlnaUh6zdYsy5hz8rgyMrClXUL7qwDdGQ9THdWK31Z0gdkBQhmnWM06zzhrPeYyLpKLGs3U1k6Ellf4WJWIwtZT7CcdYqVrOdZy4qRyUqymXUZhK8QvlL4KuHnCl8jfJ3wC4RfLPwy4ZuEXyN8i/CbhG8TfovwncI/IXyP8LuE3yv8AeEHhB8S/rjwI8KPCj8u/Gnhzwo/KfxF4V+nVkkAqs+jV91LkaqGUpWdCtX3Maueo071KxpU57Gq/oJdtYVDpcKl0uNWfZUO1SN0q75Ln0r6ANUvCKqmGVUtE1ZdYUL1aWIqLVOqchKqRi6q/okFVS/LqlFWVK+xpvoDGdVHbKo+Kc8/eQeo7kOpsqBSOchV+dCofopO9TIFqt9TrLpMmep6TKpcalRFWFQHaVJ9G5vKS4tqCKdK+gDVLB7VCl2q/6NXtYcB1V0EVA8SUj3KuOokEdUAUVWYuGqGaVWKWdXfSKp2sai6XQJQSwDqXPRqA0XqhyhVt1Kh/gFmdZA69cs0qJNY1R9gV+/EoVbjUh/ArbbQoT5Gt/op+tTSB6hfJaheYFT9EWF1FhPqW4mpjUypG0ion+CiupcF9RmW1a+zor7EmnqDjFrJploLankHqA+jVB9Hpe4jV30WjXoanTpFgfpjitW7KVPfgUltokb9CBb1SZrUz2BTv0CLOoFTLX2AeguPeg9d6rvpVZsZUB8loPYQUj/HuPocEfWbRNVp5O3DtHovs+p7SaoPsqh+TALIlwDy89DnF1OU/3VK849Rkd+NOX+Euvxf05B/CWv+/2DP34UjPx9Xvgl3/qN05D9Jd/5p+vKlD8h/i2D++4zmX084fx8T+SXE8i1M5f8DifxTXMwfZSH/dZbzl1jJv8Ja/k1k8u9gM/+rkC/vgPzvocx/DlX+BLn5F9Dkr6LL30FB/hcozj9AWf43MOU7qcnvwZJ/hqb8KWz5f6Ql/28486UPyL8TT/6DdOV/i958DwP5QwTyXyKUf5Hx/MtE8j9BNF9NPP8+pvMPMZv/jyTze1nMH5MADBKAYR96wwGKDIcoNTxBhcGP2XCWOsMbNBjew2q4ht2wF4fBgMvwMG7DMToMp+g2nKHPIH2AIUXQcJVRwx7ChnuYMBwkZmhlyuAjYXiei4bXWDBcYtlwhRXDbtYMejIGM5sGOxjkHWAIojTEUBkWyDVk0BiU6Aw6Cgwmig02ygweTIYANYYoFkOSJsOH2AxZtBj24zRIH2A4gsdwki7DIL2GcwwYLhAwXCZk2Mm44RYiBiNRQyNxw3GmDU8za3iBpOE8i4a0BFAuAZR/AX15KUXl36S0/DgV5QOYy1+krvwtGsovYy1XYC+/FUd5Oa7yI7jL3XSUP0d3+b/SVy59QPl/ESy/kdHy2wmXm5go/xaxci9T5T8hUR7jYvkfWCjfYLn8JlbK9ayVf41M+WNslndBubwDyn+NsvyPqMo3yS3fg6a8EF35QxSUOyguP0VZ+Rim8mlqyv+MpfwaTeWfx1ZeTEv5N3CWSx9Q/iM85WG6yv+d3vI0A+XXEyhXEyq/n/HyRiLlJ4iWP0O8/FdMl19gtnyNZPkNLJZ/SQKolgCq1eirjRRVH6a0+iQV1c9hro5SV/02DdUZrNW7sFfrcVRX46puxV39FB3VZ+iunqavWvqAaghW72O0upRwdSMT1e3EqgeZqn6JRHWSi9UfsVCtZLn6DlaqzaxVP0am2sdm9QhUyzug+l2U1ddQVeeSW30ATXUDuurjFFQ/Q3H1Ocqq5zBVf0hN9Y1YqnU0VT+IrdpOS/UPcFZLH1D9Op7qFF3VW/RW72WguphA9SFC1S7Gq58mUv0i0eoLxKs/YLo6i9lqLclqE4vVRyWAegmg/ovo6x+gqN5Kab2HivqfYK5/lbr6JRrqr2Kt/xz2+mIc9fW46o/jrn+WjvqX6K6fp69e+oD6mwjW381ofS3h+mNM1P8zsfowU/WzJOovc7H+kyzUa1mu/yor9XbW6rvI1I+wWf9bqJd3QP11KOvVqOrLyK0/gqb+e+jqhymof4Xi+kuU1W9iqs+hpv7LWOoP0VTfhq3+GVrqJ3DWSx9Qv46nfhdd9XfRW3+QgXoHgfpeQvW/YLz+PJH6VaL1NxCvv43pehOz9c0k63/AYv3PJQCbBGC7Bb3tKxTZbJTaOqiwPY/Z9hvqbO/RIHer3O1yd8jdJXe33Dvk3i33PrmflntQ7qNyD8t9Qu4xuU/JPSH3i3JfkPuy3Ffkvib3jNw35S4/+lHIXSl3ldxz5a6Ru07uBXIvlnuZ3E1yr5G7Re5NcrfJvUXuTrmfkLtH7l1y75X7gNwDcg/JfVzuEblH5R6X+7TcZ+WelPui3K9TOyQAhwa9o5IiRzOlDh8VjjHMjgR1jlUaHLIPcORjd1TjcDhwOfy4HRE6HHN0O9bpc0gf4Cgk6LAw6mgj7BhkwjFJzPEOU45NEg7ZBzjuY8FxmGXH91hxBFlz/JqM4102HdeBQ94BjgqUjqOoHF3kOs6gcfwOneN9ChyfpNgh+wDH1zA5HqfG8c9YHC/Q5LiIzfERLY6bcDqkD3B8HY/DRZfjWXodUQYcfyDg+JiQ43OMO2Qf4Ggi6niSuOMnTDteY9bxJ5IOWHR8UQJolwDab0XfbqKo/TFK209R0R7G3H6BuvaPaGiXfUD7vdjbD+Fob8fVHsDd/iod7Sm626GvXfqA9kqC7XZG258i3H6WifY3ibV/yFT7LhLtsg9ot7DQfpzl9udYaY+x1v5HMu3X2GyXD3O7vAPaj6Js96FqHye3/Tya9g/QtSspaL+b4nbZB7S7MLUPUtP+Mpb2SzS1b2Fr30dL+wM426UPaP8BnvYzdLUn6G2/zED7jQTa9YTaH2K8XfYB7c8QbY8Sb3+H6farzLbnkmw3stj+iATQKQF0fgl954MUdX6H0k4/FZ2/wtz5NnWdf6OhU/YBnfdj73wER2cnrs4zuDv/nY7OD+ju/DR9ndIHdH6DYGc7o50/Jtz5GhOdfybWuYOpzttIdMo+oNPBQmcfy50TrHQusNa5SaYzl83OMuiUd0BnF8rOcVSds+R2foim8yZ0nfdS0FlPcafsAzp/gqnzdWo6/4KlcydNnbdj66ympfMfcHZKH9D5r3g636Gr83/p7dzHQGc5gc6jhDp/yHin7AM63yLa+RHxzs8w3WlgtvObJDufZLHzpxKAXwLw70fvN1PkP0ap/2kq/FHM/kvU+a/R4Jd9gN+E3d+Kw+/H5T+H279Ah/8q3f599PmlD/DbCfpPMep/gbA/yYT/CjH/Xqb8RhJ+2Qf4fSz4z7Lsv8CKP8Oafw8Z/wE2/UfAL+8A/xmU/vOo/B+S69+Nxm9A52+kwO+h2C/7AP8bmPyXqfErsfjvocl/CJv/JC3+IE6/9AH+NB5/Fl1+Pb3+hxnwHyfgDxDyv8a4X/YB/p1E/Tri/oNM+59g1j9I0h9j0Z+SAIYkgKHb0A9VUzT0j5QODVIx9ArmoXepG/oEDUOyDxiqxT7kwjE0hGvoNdxDf6Fj6Aa6h+6kb0j6gKETBIeGGR2aIjyUZmLoU8SG7mZq6BskhmQfMPRTFoamWR5aZWVIydpQIZmhBjaHvgdD8g4Y+h3KoQ9QDd1E7pABzVATuiEvBUOjFA/JPmDovzAN3UzNUAmWoSM0DXViGxqnZegtnEPSBwx9Fs9QKV1Dj9I75GNg6BcEhuYIDf0P40OyDxgqIzp0lPhQN9NDLzA7NE9y6GMWh/IkgBEJYESLfuQgRSMuSkcCVIy8jnkkTd3IjTSMyD5gpAH7iAfHyAiukfO4Rz6iY2QP3SOl9I1IHzDyFMGRFxgdeZvwyFUmRtTERkxMjTxOYkT2ASMvszCSYnlkBysjOtZGHiIzcpzNkWEYkXfAyPsoR5SoRu4ld6QRzYgX3cgZCkbepHhE9gEjOZhGjNSMHMUycoqmkRexjSzQMrKFc0T6gJEH8Ywco2vkGXpHYgyMvEtgZCehkTsYH5F9wEg70ZEg8ZFppkcuMzuyi+SIgcWRwxJARAKI3I4+8hBFkROURoJURGYwRz6gLvIZGiKyD4g8ij3yFI5IBFdkAXfk/+iI3Ep35Gv0RaQPiAwRjLzOaOSvhCNKJiJFxCKHmYp0kojIPiDyexYiH7Mc+QIrERNrEQeZyDNsRl6BiLwDIp9EGbkbVaSe3IgHTWQUXeRNCiL/TXFE9gGRckyRx6iJ/AhLJEpTZBlbZActkXycEekDIt/FE/kZXZHf0Rv5kIGIikCklFDkW4xHZB8Q+RXRyDvEI9tMR/YzG6khGXGxGPmxBBCTAGI69LIEeUMAABMUSURBVLGHKYqdpDT2PBWx85hjGepie2mIyT4g1oo99jSOWAxX7D3csSw6YvfQHWukLyZ9QOwswViS0dhVwrFbmIiZicWeYCoWIBGTfUDsMgux3SzHDrASs7EWO0Umdo7N2CVkUIhC+Erhq4SfK3yN8HXCLxB+sfDLhG8Sfo3wLcJvEr5N+C3Cdwr/hPA9wu8Sfq/wB4QfEH5I+OPCjwg/Kvy48KeFPyv8pPAXhX+dekYCmMlHP2OhaOZ7lM6coWLmIuaZj6mb+SINM7IPmPkn7DPDOGZmcM18iHvms3TMPED3TAt9M9IHzLxCcGaF0ZlswjMGJmasxGaeYmrmVyRmZB8wcz0LM3ewPPMNVmY8rM2MkZmZY3NmE2bkHTDzNZQzLlQzPyF35g00M/+FbiaHgplyimdkHzAzgGnmVWpm/gPLjJKmmS9jm3mElplunDPSB8ws4ZnZQdfMnfTOHGJg5vsEZsYJzfye8RnZB8xoiM5UE59pY3omyOzM70jOfMTizOckgDkJYO4O9HOHKJrzUjp3loq5tzHPXaNuTkvDnOwD5p7EPncGx9wcrrmruOdupWPuIN1z7fTNSR8w9ybBuSuMzqkJz5mZmHMRmwsyNZcgMSf7gLlcFuZMLM85WZkLsDY3TWbuQzbncmBO3gFzj6OcG0Q19zq5c5fRzN2Mbs5IwdxjFM/JPmDuVUxzaWrmdmGZO0DT3FFsc35a5l7GOSd9wNyNeOYMdM09Qu/cKQbmXiIwlyI0dwPjc7IPmDtMdM5HfO5FpucuMTu3g+ScnsW5BglgSQJYuhP9UgNFS52ULr1AxdIi5qUd1C3dRcOS7AOWurAvvYhjaQnX0k7cSwV0LB2me+mH9C1JH7C0THDpBkaXCgkvHWFiqZvY0ktMLf2JxJLsA5aKWFh6hOWlHlaWoqwt/ZnM0o1sLn0ZluQdsPTPKJdeRrX0F3KXlGiWStAtHaVg6UcUL8k+YOk/MC3tombpPixLdpqW+rEtvUrL0l9xLkkfsHQ/nqXH6FoaoHfpNQaWVgks3UxoqYzxJdkHLD1LdOl14ktrTC/tYXapnOTS4ywunZYA0hJAWo8+3UhR2kdp+hwV6RTmdBZ1aQMNadkHpP3Y0zEc6TSu9G7caSMd6Va604P0paUPSH9IML2X0bSJcPoJJtJBYunzTKWvkEjLPiB9kIX0SZbTZ1hJJ1lLXyOT1rGZPgRpeQekX0CZvoQqvZPc9D1o0kfQpU9RkI5SnJZ9QFqJKX2AmrQdS/ppmtKvYUtfpiW9B2da+oD0MTzpAF3pN+hNZxhI7yOQNhNKH2c8LfuA9AWi6avE0/uZTj/MbNpDMn2WxfSCBLAuAazfhX79MEXr3ZSuR6lY/wvm9V3Urd9Pw7rsA9ZPY1+fxrG+jmt9H+71r9Gx3k73+ih969IHrG8TXL+D0fVvEl73MbE+QWz9XabWs0msyz5g/dssrD/D8voUK+sfsrb+eTLrD7K53gbr8g5Yv4hyfQvV+u3krh9Cs96Jbv1FCtaXKV6XfcD6lzGtH6VmvR/L+ms0ra9hW8+hZf3vcK5LH7D+Uzzrb9K1vknv+n4G1r9OYN1LaP2XjK/LPmBdQXT9XuLrjzK97md2/RWS6++zuK6SALYkgK270W8doWirl9KtGBVb72Pe2kPdViUNW7IP2PoZ9q0LOLa2cG3pcG810LHlo3vrJfq2pA/Y2kVwy8jo1uOEtwJMbCWIbV1hautWEluyD9jysrD1Astbf2RlK4u1rWIyW3Y2t56BLXkHbH2Ecmsfqq1qcrdOotkaR7e1QMHWDoq3ZB+w9QimLT81W69i2bpM01YOti0TLVsunFvSB2zN4dm6RtfWHfRuNTKw9RSBrSihrRXGt2QfsPUA0a1jxLeGmd46z+zWxyS39rO4ZZEAFBKAogC94hGKFD+iVPEaFYr/xKzIpU7xNRoUsg9Q/At2xTs4FApcCgNuRTMdimfoVvyWPoX0AYovElQ8xKji+4QVLzChWCamuJEpxX0kFLIPUAyxoEiwrPgbK4r9rCm+QUbxAzYVE6CQd4DiJpSKB1Ap/oFcRRCN4i10ii0KFPkUK2QfoOjGpHiZGsVfsSj20KT4O2wKFy2Kn+NUSB+guA6P4m66FFZ6FX4GFHECig8IKT7PuEL2AYrvElWME1f8gWnFTmYVRSQVR1lUDEgAuyWA3feg322jaPfTlO7+DRW7M5h330Ld7odp2C37gN3nsO9+D8fu3bh2fwX37ifo2P083buT9In/tPiD4h8Vf1j8E+KPiX9K/AnxXxT/gviXxb8i/jXxZ8S/KX7ErxC/Uvwq8eeKXyN+nfgLxF8s/jLxm8RfI36L+JvEbxN/i/id4j8hfo/4u8TfK/4B8QfEHxL/uPgj4o+KPy7+afHPij8p/kXxX6fOkwDyCtHnHaUo71lK896gIu9vmPO01OV9k4Y82QfkvYI97wMceXm48g7izvs+HXkv0p33Z/rypA/IqyCY52I0b5Rw3gITeQpiecVM5bWQyJN9QN4sC3lbLOfdyUreEdbyfkQm73U289YhT94BeV9HmfcDVHn/Sm5eGk3eZ9HlPUhB3ncpzpN9QN4Sprwbqcm7H0veMZryfootb46WvOtw5kkfkPctPHnP0JU3Q2/eFQbybiOQ10Aor5vxPNkH5K0RzcslnlfDdJ6H2bwIybx3Wcy7SQLQSgDae9Fr7RRpn6NUe54K7RZmrZ467SM0aGUfoJ3Grr2CQ6vFpW3Ere2lQ/sa3dqP6NNKH6C1ENT6GNW+TFh7mQltLjHtQaa0XhJa2QdoV1jQ7mFZ+yAr2pOsacNktCk2tbtAK+8ArQul9gwq7TvkarPQaEvRaY9RoP0ZxVrZB2h3YNIaqNE+hkUboEn7JjbtNVq0d+PUSh+gfQaP9g26tB/Tq9UxoD1MQOsnpH2dca3sA7S3EtUeIq59imltjFntByS1+1jUPiQBFEoAhUXoCx+jqPDHlBZeoKLwOsyF91JX+G0aCmUfUPgW9kIpbwoLcRXacRcO0VH4Jt2F2/QVSh9Q2Eyw8DlGC2cJF15jorCAWOFRpgpPkyiUfUDh/7FQeDfLhd9ipXCQtcJ/J1O4xWbhXVAo74DCZ1EWJlAV/i+5hXo0hY+iK3yGgsLfUVwo+4DCOzEVPkJN4QCWwjdoKtzEVngHLYVWnIXSBxTO4Cn8mK7CfHoLjzBQ2E+gcJpQ4d8YL5R9QOHfEy3sI174W6YLrzBbeDvJwsMsFv5IAjBKAEYDemMrRcYgpcYkFcadmI0HqDMeo8Eo+wDjAnZjFg6jEZfxCdzGM3QYL9FtVNJnlD7AeJyg8SyjxhRh424mjCZixpNMGV8gYZR9gHEPC0Yzy0YPK8ZzrBnTZIx72TQeBKO8A4xRlMbLqIz7yDU+jMboQ2eMUWD8kGKj7AOMhzAZT1FjfA2LMUOTcT82YyMtRj9Oo/QBxit4jDq6jEfoNT7NgPENAsarhIx6xo2yDzAOEjWeJ268xrTxHmaNdpLGAIvGCxJAlQRQ9WX0VY9TVBWitGqBiqpPYa56gLqqNhqqZB9Q9SfsVTfjqKrCVeXBXTVBR9X7dFfl0VclfUDVDwlWvcpo1Trhqv1MVDURq+pjqmqGRJXsA6ruYqHqKMtVQ6xUXWCt6noyVcVsVkkxVyXvgKo/oKy6EVVVOblVx9FU/QJd1bsUVKkorpJ9QNX3MVW9RE3VKpaqfTRVfR1b1VO0VMVxVkkfUHUbnqrDdFX101v1BgNV/0ug6m5CVc2MV8k+oOoi0aodxKtKmK46xmzVz0lWvcNiVbYEYJEALMXoLccosoxQarlEhWUXZouJOsuTNFhkH2B5H7tlHw6LBZflFG7L63RYrtBtuYM+i/QBlucIWi4watlB2HKACYuTmOUMU5Y/krDIPsDyIAsWD8uWl1ixXGbNoiZjOcSmpRcs8g6wfIzSokdlOUquJYDGMofOspMCSynFFtkHWMYxWVLUWG7GYjHTZPFis0RpsXyA0yJ9gKUBj8VPl2WaXstVBix3E7DYCVmGGbfIPsByA1GLkbjFxbTlLLOWd0la9rBoqZYArBKAtQS91UmRdYxSa4oKqwqztZo6aycNVtkHWNexW7U4rFZc1kHc1rfosO6g23offVbpA6z/QtD6LqPWzxK2HmTC2kXM+ipT1v8mYZV9gPVRFqzPsWy9yIp1J2vW+8lYXWxafwFWeQdYP4fS+hAq6w/Jtb6Gxvo/6Kx3UGD9FsVW2QdYf4/JegM11jIs1uM0WX+JzbpCi/XzOK3SB1i78Vhfp8v6N3qtegaszQSsw4Ss84xbZR9gLSdqbSdujTBtTTNrzSNptbBo7ZEAWiWA1gPoW5+gqPUspa3vUdG6F3Prw9S1nqKhVfYBrVext96Do7UVV+vzuFsv0dG6m+5WM32t0ge0xgi2Zhht1RFutTHRGiDWmmSqNYtEq+wDWk+y0HqO5dbLrLTewlprI5nWp9lsPQ/CVwhfKXyV8HOFrxG+TvgFwi8WfpnwTcKvEb5F+E3Ctwm/RfhO4Z8Qvkf4XcLvFf6A8APCDwl/XPgR4UeFHxf+tPBnhZ8U/qLwr1O3SQBt96Fvc1HU9ktK29JUtH0Bc1sDdW39NLTJPqDteuxtpTja2nC1vYC77a90tKnpbvsmfW3SB7TNEmzbwWjb/YTbjjPRFiHW9j5TbV8k0Sb7gLYBFtreZLntE6y0GVlrO0Gm7UU221ahTd4BbU0o255B1fYWuW070bSVoWtrp6DtVxS3yT6gTYOp7TA1bc9iabtAU5sCW9sDtLR9F2eb9AFta3jabqWr7e/pbRtkoO0igbYbCLWVM94m+4C2CaJtHxBv+xLTbUeYbTtNsm2OxbZPSgBeCcBbit57nCLvi5R6L1PhvRWz9wh13udo8Mo+wHsjdq8Jh9eLyxvD7d2gw6un2/sYfV7pA7x/JOjdw6j3IcLeU0x4p4l5rzHlLSbhlX2AN8yCN82yV82Kt5E17zNkvBfY9N4AXnkHeJ9E6Y2i8n5ErleHxnsUnTdIgfcdir2yD/BWY/L6qPG+jsV7lSbvvdi8x2jxjuP0Sh/gzcXjPUSXt49e73kGvDsIeI2EvO2Me2Uf4P2AqHc/ce8jTHsDzHrfJulVsuh9UALokQB67kff005RzwSlPR9S0XM75p6j1PX8lIYe2Qf0qLD3PISjpwdXzxu4e66jo6eU7p4T9PVIH9DznwR7tIz2fItwT5CJnkViPTcz1VNLokf2AT0zLPTAcs99rPQcZ63nV2R6PmCz5zbokXdAz09Q9ryDqucz5PYcRNPTja5nmoKebYp7ZB/Q04ap50Vqetaw9OynqedRbD3DtPT8AWeP9AE9NXh6nqKr57f09lxjoKeEQI+LUE+E8R7ZB/R8iWjPI8R7fsx0zwKzPTeR7KlmseeHEsCgBDBoRD94kqLBKKWDGSoG9ZgHW6kbPEPDoOwDBvdhH2zEMTiIazCJe1BJx6CZ7kEffYPSBwxeIzh4gNHB44QHzzEx+CGxQR1Tg3YSg7IPGEyxMLiX5cFDrAw+zdrgBTKDWWwOmmBQ3gGDr6EcvIpq0EDu4BNoBl9AN3iZgsH9FA/KPmAwiGnwEjWDe7AMPkzToB/b4HlaBnfiHJQ+YNCDZzBG1+AVegfvYWDwGIHBs4QG04wPyj5g8AjRwQDxwQWmB3czO3iQ5OApFgffkABCEkCoDH3oSYpC/0Zp6AoVoULMISd1oV/SEJJ9QOg27KGjOEIhXKEU7tDn6Qg10B16lr6Q9AGhTxMMVTMa6iYceoOJ0PXEQg8wFfoeiZDsA0J/YyF0L8uhf2Ql9AJroTUyIS2boWYIyTsg9CeUoVxUoW+SGxpEE5pHF9pFQaiG4pDsA0K/wxTaQU2oHEvIQ1PoFWyhj2kJFeEMSR8QiuAJfUBX6HZ6Q3YGQj8nEHqXUCiP8ZDsA0KniYbeJh66ienQQWZDPSRDCRZDn5AAwhJA+AH0YQ9F4VcpDV+lIlyMOXycuvBLNIRlHxC+G3v4GI5wGFf4Mu6wlo6wne7wCH1h6QPCaoLhI4yGhwmHLzERziEWPsRU+BkSYdkHhHexED7IcriXlfB51sI3kAmb2Az/AMLyDpC5oDJsRBV+ktxwDE34Y3RhAwVhF8Vh2QeEP8IU1lMTfhxL+CxN4fexhffTEj6KMyx9QPhdPOF9dIUP0xsOMBB+h0B4D6GwhfGw7APCc0TDSuLhaqbDp5gNJ0iGd7IYrpQAJiWAyXL0k16KJn9N6eQ1Kibvxzz5JHWTr9AwKfuAyRLsk+04JidxTV7BPVlEx6SL7skJ+ialD5gsIDjpZHQyQnjyQyYm7yQ2+ThTk78gMSn7gMnbWZh8jOXJMVYm06xNfonM5FE2J38Ok/IOmPwiyslHUE3+lNzJFJrJPHSThymY/DHFk7IPmPwcpskGaiZPY5lcoGlShW3SQsvkAM5J6QMmb8Iz+RBdkz+id/ICA5PZBCarCU32MD4p+4DJTxKdfJD45A+ZnnyD2clPkJysZHGyk/8PQwjDO+/e7/kAAAAASUVORK5CYII=', null, '7128dd42617d41bfade917955d5f6efa', 1795262400000);
insert into username_history ("account_id", "username", "changed_at") values ('e03189d427994077afd6aba065a4b8f4', 'Plain', 1795262400000);
insert into username_history ("account_id", "username", "changed_at") values ('f31fff426036438e88643d49907bd443', 'TwoFactors', 1795262400000);
insert into username_history ("account_id", "username", "changed_at") values ('2214bd999ed04170a11a2380b736bc05', 'Suspended', 1795262400000);
insert into username_history ("account_id", "username", "changed_at") values ('1c571ede90814ced9bf570752d5da337', 'Briefly', 1795262400000);
insert into username_history ("account_id", "username", "changed_at") values ('e50b21d2c66444878388f978900c482f', 'Before', 1795262400000);
insert into username_history ("account_id", "username", "changed_at") values ('e50b21d2c66444878388f978900c482f', 'After', 1795262400000);
insert into username_history ("account_id", "username", "changed_at") values ('cd7039713b67431d8cb67750fd57023f', 'NoMail', 1795262400000);
insert into username_history ("account_id", "username", "changed_at") values ('b2f6e40d95734faabe1259b054c9db10', 'Chief', 1795262400000);
insert into username_history ("account_id", "username", "changed_at") values ('7128dd42617d41bfade917955d5f6efa', 'Dressed', 1795262400000);
insert into username_history ("account_id", "username", "changed_at") values ('c281c2a27ea94508bbca86d2daecdcbf', 'Leaving', 1795262400000);
insert into oauth_client ("client_id", "name", "secret_digest", "redirect_uris", "logout_uris", "id_token_alg", "pkce", "member_groups", "created_at") values ('launchers', 'Launcher', null, '[]', null, 'RS256', 'required', null, 0);
insert into oauth_client ("client_id", "name", "secret_digest", "redirect_uris", "logout_uris", "id_token_alg", "pkce", "member_groups", "created_at") values ('3161df53417a4dcc91d54adf9fe1138d', 'A web site', '24f3a1ec77e512fef5df5ed9aea2bd9fb2f59c44bba0e5978d0e648e14edc50f', '["https://app.example.test/back"]', null, 'RS256', 'required', null, 1795262400000);
insert into oauth_grant ("id", "account_id", "client_id", "credentials_version", "scope", "created_at", "expires_at") values ('6a078a3308b34514b8e6d3c191aa0d0a', 'e03189d427994077afd6aba065a4b8f4', '3161df53417a4dcc91d54adf9fe1138d', 0, 'openid offline_access', 1795262400000, null);
insert into oauth_grant ("id", "account_id", "client_id", "credentials_version", "scope", "created_at", "expires_at") values ('6106004105c8484784cfb7039e20fad9', 'e03189d427994077afd6aba065a4b8f4', 'launchers', 0, 'openid offline_access game_server_session', 1795262400000, 1803038400000);
insert into oauth_artifact ("digest", "kind", "client_id", "account_id", "grant_id", "user_code_digest", "payload", "issued_at", "expires_at", "consumed_at") values ('abbf4d48ced709a1f714c77bf0fbf51b9245cc890ee5d1f37981d93b7ad706e6', 'AuthorizationCode', '3161df53417a4dcc91d54adf9fe1138d', 'e03189d427994077afd6aba065a4b8f4', '6a078a3308b34514b8e6d3c191aa0d0a', null, '{"codeChallenge":"ZtNPunH49FD35FWYhT5Tv8I7vRKQJ8uxMaL0_9eHjNA","codeChallengeMethod":"S256","redirectUri":"https://app.example.test/back","scope":"openid offline_access","sessionUid":"f6b9291f3b09b1916cdee4f2e185242d0119c954f0ee36ec81b3be315e7bed17","authTime":1795262400}', 1795262400000, 1795262460000, 1795262400000);
insert into oauth_artifact ("digest", "kind", "client_id", "account_id", "grant_id", "user_code_digest", "payload", "issued_at", "expires_at", "consumed_at") values ('88963f7214d3bf7d10ca2c37b3fae8947dc1e4a7b1b23c09fad0d11237dcb306', 'RefreshToken', '3161df53417a4dcc91d54adf9fe1138d', 'e03189d427994077afd6aba065a4b8f4', '6a078a3308b34514b8e6d3c191aa0d0a', null, '{"gty":"authorization_code","rotations":0,"scope":"openid offline_access","sessionUid":"f6b9291f3b09b1916cdee4f2e185242d0119c954f0ee36ec81b3be315e7bed17","iiat":1795741864,"authTime":1795262400}', 1795262400000, 1803038400000, null);
insert into oauth_artifact ("digest", "kind", "client_id", "account_id", "grant_id", "user_code_digest", "payload", "issued_at", "expires_at", "consumed_at") values ('e7da19c12ea5bae056c6e355191a71fb7e5b88fcf35dff1903a9b183bab3a7fc', 'DeviceCode', 'launchers', 'e03189d427994077afd6aba065a4b8f4', '6106004105c8484784cfb7039e20fad9', null, '{"deviceInfo":{"ip":"127.0.0.1","ua":"node"},"params":{"client_id":"launchers","scope":"openid offline_access game_server_session"},"accountId":"e03189d427994077afd6aba065a4b8f4","grantId":"6106004105c8484784cfb7039e20fad9","scope":"openid offline_access game_server_session","authTime":1795262400}', 1795262400000, 1795263300000, 1795262400000);
insert into oauth_artifact ("digest", "kind", "client_id", "account_id", "grant_id", "user_code_digest", "payload", "issued_at", "expires_at", "consumed_at") values ('4b533402e4043f3ae34257296e8485d7bb9c45415c1b4a13bc651d90760cb1eb', 'RefreshToken', 'launchers', 'e03189d427994077afd6aba065a4b8f4', '6106004105c8484784cfb7039e20fad9', null, '{"gty":"device_code","rotations":0,"scope":"openid offline_access game_server_session","iiat":1795741864,"authTime":1795262400}', 1795262400000, 1803038400000, null);
insert into credential ("digest", "kind", "account_id", "credentials_version", "rights", "client", "issued_at", "expires_at", "user_agent", "address", "first_used_at", "last_used_at", "grant_id", "scope") values ('65bfe8f2355b62e29d3c2626658323b869825e96feffe1746e004fda14551645', 'launcher', 'e03189d427994077afd6aba065a4b8f4', 0, 'join', '"launcher"', 1795262400000, 1797854400000, 'node', '127.0.0.1', 1795262400000, 1795262400000, null, null);
insert into credential ("digest", "kind", "account_id", "credentials_version", "rights", "client", "issued_at", "expires_at", "user_agent", "address", "first_used_at", "last_used_at", "grant_id", "scope") values ('7ec79fade9494f23c98d9b82d638ea68eb6fd569725798886d216d40897f4fd0', 'web', '7128dd42617d41bfade917955d5f6efa', 0, '', '', 1795262400000, 1797854400000, 'node', '127.0.0.1', 1795262400000, 1795262400000, null, null);
insert into credential ("digest", "kind", "account_id", "credentials_version", "rights", "client", "issued_at", "expires_at", "user_agent", "address", "first_used_at", "last_used_at", "grant_id", "scope") values ('f6b9291f3b09b1916cdee4f2e185242d0119c954f0ee36ec81b3be315e7bed17', 'web', 'e03189d427994077afd6aba065a4b8f4', 0, '', '', 1795262400000, 1797854400000, 'node', '127.0.0.1', 1795262400000, 1795262400000, null, null);
insert into credential ("digest", "kind", "account_id", "credentials_version", "rights", "client", "issued_at", "expires_at", "user_agent", "address", "first_used_at", "last_used_at", "grant_id", "scope") values ('9a429a81856ec1c91fba4473f582ccc3fa0b41ce54b3d0f68202222ffbc9bff0', 'oauth', 'e03189d427994077afd6aba065a4b8f4', 0, '', '3161df53417a4dcc91d54adf9fe1138d', 1795262400000, 1795348800000, null, null, 1795262400000, 1795262400000, '6a078a3308b34514b8e6d3c191aa0d0a', 'openid offline_access');
insert into credential ("digest", "kind", "account_id", "credentials_version", "rights", "client", "issued_at", "expires_at", "user_agent", "address", "first_used_at", "last_used_at", "grant_id", "scope") values ('98de54580132e737f5dec1ac9c8be964a34d6f19727f81140a9baa626bc1a8a1', 'oauth', 'e03189d427994077afd6aba065a4b8f4', 0, 'join', 'launchers', 1795262400000, 1795348800000, null, null, 1795262400000, 1795262400000, '6106004105c8484784cfb7039e20fad9', 'openid offline_access game_server_session');
insert into pending_join ("account_id", "server_id_digest", "address", "credentials_version", "expires_at") values ('e03189d427994077afd6aba065a4b8f4', 'b9c96357c755e9319a5d0c7f471569588f55e7a08c6504b4145fde0ac5f992f6', '127.0.0.1', 0, 1795262520000);
insert into guess ("key", "full_at") values ('address:127.0.0.1', 1795262400000);
insert into guess ("key", "full_at") values ('both:127.0.0.1:363de5795c1533a6662b411136978de29f31494b57de9e8f54097830d0e4b672', 1795262400000);
insert into guess ("key", "full_at") values ('login:363de5795c1533a6662b411136978de29f31494b57de9e8f54097830d0e4b672', 1795262400000);
insert into guess ("key", "full_at") values ('addresses:e03189d427994077afd6aba065a4b8f4', 1795266000000);
insert into guess ("key", "full_at") values ('known:127.0.0.1:e03189d427994077afd6aba065a4b8f4:0', 1797854400000);
insert into guess ("key", "full_at") values ('both:127.0.0.1:89c9f8b0de5f4f397e72706ddecd645925a8eb05a24776fa301a0b3120f5b3ea', 1795262400000);
insert into guess ("key", "full_at") values ('login:89c9f8b0de5f4f397e72706ddecd645925a8eb05a24776fa301a0b3120f5b3ea', 1795262400000);
insert into guess ("key", "full_at") values ('addresses:7128dd42617d41bfade917955d5f6efa', 1795266000000);
insert into guess ("key", "full_at") values ('known:127.0.0.1:7128dd42617d41bfade917955d5f6efa:0', 1797854400000);
insert into guess ("key", "full_at") values ('upload:7128dd42617d41bfade917955d5f6efa', 1795262460000);
insert into guess ("key", "full_at") values ('both:127.0.0.1:8dff6a8c5057328e741efa9f6d1baa1e55375995c4f68308fe319bd973a7cbac', 1795262400000);
insert into guess ("key", "full_at") values ('login:8dff6a8c5057328e741efa9f6d1baa1e55375995c4f68308fe319bd973a7cbac', 1795262400000);
insert into guess ("key", "full_at") values ('addresses:c281c2a27ea94508bbca86d2daecdcbf', 1795266000000);
insert into guess ("key", "full_at") values ('known:127.0.0.1:c281c2a27ea94508bbca86d2daecdcbf:0', 1797854400000);
insert into guess ("key", "full_at") values ('device:127.0.0.1', 1795262460000);
insert into lookup_client ("network", "full_at", "banned_at", "ends_at", "ban_length", "forgotten_at") values ('192.0.2.99', 1795262400000, 1795262400000, null, 0, null);
insert into signing_key ("kid", "use", "generation", "private_key", "public_key", "created_at", "signs_from", "published_until", "revoked_at") values ('u6_pdJcQesvYy_SQWeCtsjOn0RyQ8H17_ZlZ796UlnI', 'tokens', 1, 'enc:v1:I46gWmoYM__Sslbk45wVpS0p4QT_fHTm8g4O3VLrKDJ8OX02-mGl0DDiJxSp8n3cRjtKmkRO2HETh7hzvgeqUsNOMMa-yIKc7FtI130kxYX9oE6dDYikS85jRQ_I_9Hh1y28HWA4LT6tkceW1AXZpcxeT7TKpPwRDxbVpALpD83GMS1mvN957kEWU3Lly3imtVcOv1hYq11hoa4fjE5QJqzFmgOPrasAzORX-meutIewffK63CwyEdQmXUzF0G_Hp6bcE-3M90ZkvSTYW-2eT6hslpFccXve0UegnQvWfVCBpNirY-w8ZvhBoB0cyiMFPn8wSQBo7oIgCeeISUhrPKwHUGKzwtdyxk5DDnA', '-----BEGIN PUBLIC KEY-----
MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEL40Qc19vfbc+JnqZ6ylnspgRZOL8
BahuLH7LXZcBt45+jrZpQRj7dizEC9UjkpTm+N0v1bYzJNxZh/0wqwoKKQ==
-----END PUBLIC KEY-----
', 1795262400000, 1795262400000, null, null);
insert into signing_key ("kid", "use", "generation", "private_key", "public_key", "created_at", "signs_from", "published_until", "revoked_at") values ('bR0eMb7Fr-_0XkM6-3up6IK0MIj3Zs3GV2_vmoS_3Ik', 'textures', 1, 'enc:v1:jz0kVSoINgey9IsRF8FZHHRDNipTZTPV27pEckMUryGiLvna55ERXxTLnnboZezxqEFPkriXKxp71j0C2JpDCF4yO6Hf3Q709jtZzmcg_BZGf3ku5TLBJLhSNiC0Awy28F8dD1CX92SHeRNzY_L8r0D-__ogsBmC5FcKqxA-ijxzq8WGubEoTJyUUpWYwNQrmAaL7rXwpNEQUVKN72lU-uWqBZfZcBe9GnpXU5Bm0MQj4YyOesjRJUo8Lt3Sr4ER5Bfpt9XrEMP7OXBU8r7aF8TvWuJj_Fx5fApXVzyJo8FjuiWBVy9_YOKQF6Yh4xeOH9j4So3CmchYMJGp1v--vl2NzUCkJrHgGToe4b04ZvMgBtnTckWNk2o1a9ZfcX2hqXqI2HNQ97s4JdCqUCTYJAVJXLCtfX0OvWddOl6UBC8WWlDH0595dWvxzACSlSuiguYfJVAQvtgjgzr9wHA6PrmHQnbvOH3ojJX5zkVwYFVR-fnW4PsnqaXZHg9MtlJsgw9df14f2lcNI46RCsDplv35Z2SHiVs7rTZm-z7T5oDtgWRHnyxD4QGawBG1L7gX4wvNLV_4TfDf-a5X6c7n_LB6UY2v1YuC0N_3U80Y0QmnjACKPMLwKrhq-aBFkkutDQF5UoJFULa1mFx5PnPSc0aZrvhuvJh3qm4c0cgLbELoEYiHliKF9IcUwLac-SIpB5Pd7PS2WELXLnewd0yzsC5o11CgJkQ516VDsZBgijiz7bDAmQA32YkOjRnsO9Kpsfuaa5OxihEfEaXJ2JRPXhHImJC7JpREX9b3Nn-_DWkFSh5D8xSp4nvB8EBGY-w2L1KgFcFVH6EbJ2llS_c7pmuExLE3oIclRkVS24tFU54A70xxCbTVEtnt7Xry0fFlRxgIFwuobLdAabE8HnjJb7GhNVEkZxT7JNFQJQ3UB2vChjUVcvXRHo1k2YBvk2ybivNPz9pIe_H7TflN5wPf7eYOMM61kLaLImSI7XPqGqU67u3Ww1AKXuo2ooqhtUygBVFKc9vOPpZ83O1kqDU7s3VRsH3uIdnzRN25w4HIVfKPBSFgpnHjuqzYf98zvGSoioafUpwgjmii3A1XT9GO8RDnycrBVWe1UVjGottaU5vgS6D2VsslCoXCgvjJcBlZjkgIx8tVHYyFuyKWGYKAidFzGQE6QSFAAahHm-BC6EUbZoeg4fs2PIZIK-v__cm9Z4MGQrliWfuRRs3T8QOMrV9k16DWmoZPzezUyhZJCCGPwJiQIIlWMpneuW9jw62A4l1VNTvX82Q553gB0I3NWgme8Nn97Ub_ehDjHe1GN3lvXf-UmoSmckpYd35UKEoYRfZuQv7pPB6NO96Iv3ptoXVtCVNQvjz_3sF9XYsasYoFxS2Pht3vEXZbpJ0NhyBB-EtzE3kZpgeGHF1EcN9o4U5qsxw7b8oakoInEIMgCgs6jgTeKJgiBjSk5w_9YMqNLEsexKU1H1MsSgW3hTbQRj-Tzzry6MmsCUmkOGzKnIXmNgqZnINGZtn-ZTQk2NojloNDH6ADSwAkNWtzlITUh63PzH2ubH81oQHeUjTHnmY6LAXXRLHl8svpgnuLGwxE7A0LkMmI8KZHmkjaN7UWVDtsv61K5vpjG7ihyd-FH11fAU8NlKf92Nkt-kk-v5pbvMXf7_sE-yEttDHI5B8QRGhz0uXo2_lh9q2cEqCps-WVWZbhMHYHNDbKUslBf-uKo4Mg87pkeLEE_pARfKU4F9-BWzqUjXjz40JyYRZ9lniFXDMYBH5xNVxrvlZTSGiHHtiVRCdX1pHWCuUrGDr4NyUQwhacIY0Av6JSQPLa7z7jRUg3nT-zy5RltCv55m73X7aVcrR6yg7peZ8p8o3XMHMRLnVzXWHvvRlJ-KDLfCZdA2efq2mGkVfQJOuXgSBNrjluNWzC57-J2jGdFsIpA6dhXF8gwst67vHEF_cUGaRrl8vIcItvbtegCdVEESY9qgUiJpcC_MKfyvdRQK4nT7LnQkgNPrmq-dGwvWvQpa4ycj5TyDtmiNXXkawnaBJ1jHdDfZxssRFpSjw10wO7IreadqdwFUbZnRFX8WEtuBEby7dMzD_y8f7KA3WgugZf-vkTpKteEcq8eN1eSsCfXErDC5MI1gRCJWYecCgdiVNLY59lPTb5f-7Uju31OykTX0jKE5vshmhwQpGU81p68GFax9yuU6qkD66AK1l_Te5JUHG7AsvKCcfAYQr3Woy0zBn6poPrS7XIp3IPz-6w5CcqMCCxJGgfNxMPHAfh4iyHVHWr5oOEdMp7QwjCzeuLweRYrw', '-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAtlEacb1IIZtiXRo1aNsz
QkAcTwhclrqKBv9hBO7a6C6sm6eDxdYNdDuF4ECKh9chqXwzCoY680Osq6qtdgqx
b4WUsQk5TsRtGYOaEf1/UJ4qax24pliddhl1J1HdjkSiJGdG4WRotjZZIejQg2xV
v3G3otCy+fnnC5S1srBXU8U0oqUSBIw8NzQbdkSGHO8P8SsknxdX9TwgQRifX/Ln
kBLJKiZHd/CX1gUYZUbezuGdxnZmMEJFYx3KD2r5D5rSqAJe+DevHULisVlAR5t5
NtgEeVMbWFPz/ic4G253E7zY1H8Du9b8FezXQdG/02kYfxAdteTUzoFQ0HXDQ7VT
IwIDAQAB
-----END PUBLIC KEY-----
', 1795262400001, 1795262400001, null, null);
insert into signing_key ("kid", "use", "generation", "private_key", "public_key", "created_at", "signs_from", "published_until", "revoked_at") values ('51ReM4tgNtlL_mz9D4ihJnBAUItLoo1IYThflM7njXA', 'oauth', 1, 'enc:v1:OG8EhXwSdpxFpKQBg7NOhkpWyeQtamIf6T6KnRmFMrXFQa753J1MNBBG_f94LRXLx55tNVtxKHxeWa2rk64-XP4lUlMLNdbTzsBxcK4z27zhl1EQ-P3q1K6XjxZ4_7XZO0nuYoa8LB48eIYcNuJVcFBhyOKO0bkrLKIiIL-AHp7q-_dnv6-PB0fS8FOR0QcCrXPaJvQeUTrze5cjBYWhoQgTYuPYN_lVVgT8Jf3RnwdvypFtbEmgs56CNhmDoewdJDrVbmTJfmIbj0zbK2ns1SwYLapKS8K-7i6YJ8FyCcdBqepnwnxNlDuR5cS1CgTyb4iFL8g9KuFf3suLcQfEoWTRGRu_TirCa0Q29tyNZRmU7WBM7IGPlYZmr-HF2f4oX-i32ygQymX8a27k1JzPYYFfG1s8TLzWAvz3UoeOd1xACRsaolL9WgZmRO0aPMe880DDc4iz9o8-Xw7kZWTJujC7OYRBjpibpmMRIx9C7h3CdAA6wjOdLKcdu4PPTwecnsqBK360zpz_N4gLIupqVRVYtosR7lGukzVmh_2leq0H6HKnq27QHv6N8fD8WtZD0-h3lGxc0TNWuOtwD9crm35BryhQYViqAMnb-j5_FSoJvIz5CJ2tSWN4fWOeuwG-GdlEaizM1ecV5EaiqFx2bWtWx7TOXv6vAeNP37pULj09pwX-i3iuSitOe1uni87ZGJ5ly6ogXJTEqAIwdL_H8a13PKwQgojVvO3BgZrsJ8vYYIqM_GyULAyxCabvAKn6C5lf2RLyW65a3oP8BKT8xOKLKeVf9fMcANMIkQjZsfgmmHWLJuUhWbDKzh_xhvTxBAZLke7EtSwH-J_GuH8pCx9ch5TxUTQdzN6MSN3U4JnK5USClvPnwt6VEvbkdTFS28KRqCo0wnQV4FSwHCPyugeNA-8e8GbsfTcG1-98itNKDOFu0-uXkXRcWdVjJxk55UEcnZyBd8_9e27ftFHC6MWtfjAG0tHN6_K587wT3W3SEhXhggMzSkSNvlIt-t6C3QRBSD6WGf8kaCK3IIJZJHHlhy1PuX3uZjTXedx7qWFFH-DX1GiJU3zY8BEtVXhIGLeCGeYScmMQKDLC9_6geDLTIGoOmoJWFkQBTahR5Y8iFfa6f8zjfff1girRHaUjy7uGDu-gU8x0U44ucwnStpJW_tG0ennX_nT-18l3aJtV2Y5s9kyLRfhTJCDy2RIcVP7uo9wY97xD8mEZJlV3_TpWyyks5EEvtXBynSi3sX2bzWeFEBuhchHKjZ33GMlQMNJwwCfsTn-psGGNbHZfxu5YX59QXj5d6vmVieMXO68P-f_ez9vmfFV6gf6RKQs5qNdUkG7_uI_7Vf_KWD6lp9tp54H1dmZ3yjYQwRVVVLuUz--6duzz3K8up5-pz8-ju8tbnmqlDb3JyuQ5VE8p-m7ySv7CXETVSh5z0JjQY7YnBQjWy7_97apOv5-xmKrO8J1BSh8mOFotkQzw62jPSBrQdjWUiLQ1O88n-fUJ2YsRRQVMUpp5bOnQ0DcnJGABDKgXdX9vL94t7CfqBIMDec27seaFcsf37JIv-aR6Co_5deB_txrnkdk3wd2pdYIx5cTgZAFQcSMQHFxfXJ0x9SFg10IsDxjNcNftVQN37e9EjeWk1UkAT3-IrLHYFArTGb2LKWqWjhXbbYqnRrbrYPVeMZrXzeMD1jc6JdGg0v45R6ZzwQDNJ_FF7_SpMf7vZGCJ0BX7ukfw_k3PWlv8aObT5Xexg2_Y9_xPL5BXKfsRb37fG6wmFvarLOuUAVx31mX263B6i6PCxgoTDNtVkdvInrlx0LYgPPREiW3IZKwba1J3MknIFRTnWu8NBsDVildtPwsn-hUaRfajPG0cTa5gPDpEKdS8NTGeCLLDU9W_jZBFWHy7bT0kEdm-2wkSHwqWPYWwg0vm6m0c_ByklRZRJcInIlQDva0Dw3MGLL_jzfnBY2qo6Xnc161TL8IkuKpDjZmaI5BDDHpXTdxxkpmzIMJiq6npkjfY188PoOXKZo9bSSixcVabmmvno18ixab6tT_KUsFp-ML66cFyC9NRvQvmXZcSTvAC-jkpnqimDSi8GZNJsqbSlBg552IkT0-qG8XINSVtHraMjgkkQ5FGQ0L_pkaCKM8agJiccE7VQHyIwtn2NWfyodB60YMh-EktFrTc_TbivZf6o98ZVb4UHKMO15xBIkcCMhvCtybJwcRVnqgz4ch8HnKTMXqmDRMW2_8xNxepu44ICkTwbRi_1UScJqee3AUQc0Ml_Nkqe_OyYpggBqbnpo4wuUsa08W22Q', '-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAsiP+Z2azGKjDL3HjiOfi
q1vcNFedMQ8kXDnd6xfFAoLoxPnXjYBp5v+jBiVC4lvTSYBzgX84a5iJR/OzxbRe
vOZHrhIi/hh9njZGVdXCNmiBZ4w3qBIcqu/OUaWpZcTSG7jWjyT2TaQ0kajCW772
9Rl2kN3BT1DCEox6mEigC5f3JPRz9+cjwEl3tXPUAOVLf3+8ApmDBHC6Oy4yPjOp
e/QqLdi234pOuI5Vnvb31NcyI0oQwavRyDscC/EWkto0mg0haNuarhT9Lll85dP0
BvU74jWZAIGXM/5wn6MJnOzMgVhQmWedTU+PrTCjDrJp9HNI187PNhnhXc9Doyzt
OQIDAQAB
-----END PUBLIC KEY-----
', 1795262400002, 1795262400002, null, null);
insert into encryption ("id", "salt", "check_value", "created_at", "erased_at") values ('secrets', '8KKwuw6m9DSBSTKs63WJZg', 'enc:v1:PQf-3__70XMvNCB68YtURkTqEp3EzlaLyUXtnQi3vrA', 1795262400000, 1795262400000);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa4600743b8582ff82dc286065', 1795262400000, 'api_token.created', null, 'cli', null, 'operator', null, '{"id":"e9314b2827614a1da76572ee239cf646","name":"bot"}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa46007127b28ea1e1b153aee0', 1795262400000, 'account.created', 'e03189d427994077afd6aba065a4b8f4', 'cli', null, 'operator', null, '{"username":"Plain"}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa46007c61b4368928dace566d', 1795262400000, 'token.issued', 'e03189d427994077afd6aba065a4b8f4', 'account', 'e03189d427994077afd6aba065a4b8f4', 'Plain', '127.0.0.1', '{}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa460076c18adcd307f16e7eff', 1795262400000, 'account.created', 'f31fff426036438e88643d49907bd443', 'cli', null, 'operator', null, '{"username":"TwoFactors"}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa460077318171b0119207abc0', 1795262400000, 'second_factor.enabled', 'f31fff426036438e88643d49907bd443', 'cli', null, 'operator', null, '{}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa46007d69829329d2d57ecb7c', 1795262400000, 'account.created', '2214bd999ed04170a11a2380b736bc05', 'cli', null, 'operator', null, '{"username":"Suspended"}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa4600754296937c129dbba553', 1795262400000, 'account.suspended', '2214bd999ed04170a11a2380b736bc05', 'api', 'e9314b2827614a1da76572ee239cf646', 'bot', '127.0.0.1', '{"reason":"griefing","until":null}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa4600716fa75e4eb134f703ab', 1795262400000, 'account.created', '1c571ede90814ced9bf570752d5da337', 'cli', null, 'operator', null, '{"username":"Briefly"}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa460073fda32a5b59c57c441f', 1795262400000, 'account.suspended', '1c571ede90814ced9bf570752d5da337', 'api', 'e9314b2827614a1da76572ee239cf646', 'bot', '127.0.0.1', '{"reason":null,"until":"2026-12-21T12:00:00.000Z"}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa4600747d8ec81664cd810db8', 1795262400000, 'account.created', 'e50b21d2c66444878388f978900c482f', 'cli', null, 'operator', null, '{"username":"Before"}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa46007013bf706a893464ec72', 1795262400000, 'account.renamed', 'e50b21d2c66444878388f978900c482f', 'api', 'e9314b2827614a1da76572ee239cf646', 'bot', '127.0.0.1', '{"from":"Before","to":"After"}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa4600781c917119852cf7c2c0', 1795262400000, 'account.created', 'cd7039713b67431d8cb67750fd57023f', 'api', 'e9314b2827614a1da76572ee239cf646', 'bot', '127.0.0.1', '{"username":"NoMail"}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa46007ee4ac9f24fdfb3fb24f', 1795262400000, 'account.created', 'b2f6e40d95734faabe1259b054c9db10', 'cli', null, 'operator', null, '{"username":"Chief"}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa4600780e9b7ac4007849f4f4', 1795262400000, 'account.granted', 'b2f6e40d95734faabe1259b054c9db10', 'api', 'e9314b2827614a1da76572ee239cf646', 'bot', '127.0.0.1', '{"role":"admin"}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa460076d5a3bfc32e9c2fa8b2', 1795262400000, 'account.created', '7128dd42617d41bfade917955d5f6efa', 'cli', null, 'operator', null, '{"username":"Dressed"}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa460071f9a89dcbe491e3a63a', 1795262400000, 'session.started', '7128dd42617d41bfade917955d5f6efa', 'account', '7128dd42617d41bfade917955d5f6efa', 'Dressed', '127.0.0.1', '{}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa46007feb898527d31b80ee85', 1795262400000, 'texture.set', '7128dd42617d41bfade917955d5f6efa', 'account', '7128dd42617d41bfade917955d5f6efa', 'Dressed', '127.0.0.1', '{"texture":"skin","hash":"780551c3882fa122a07468c82f53ad7ee818477db5ff5a48612c8da1e98a7f6e"}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa46007ebd88808de1823289c4', 1795262400000, 'account.created', 'c281c2a27ea94508bbca86d2daecdcbf', 'cli', null, 'operator', null, '{"username":"Leaving"}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa4600758a98cf1d59aef627c2', 1795262400000, 'session.started', 'c281c2a27ea94508bbca86d2daecdcbf', 'account', 'c281c2a27ea94508bbca86d2daecdcbf', 'Leaving', '127.0.0.1', '{}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa46007d7ab41e59c6f73e5a51', 1795262400000, 'account.deletion_requested', 'c281c2a27ea94508bbca86d2daecdcbf', 'account', 'c281c2a27ea94508bbca86d2daecdcbf', 'Leaving', '127.0.0.1', '{"at":"2026-11-28T12:00:00.000Z"}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa460078588e20d690c9b88987', 1795262400000, 'client.created', null, 'cli', null, 'operator', null, '{"id":"3161df53417a4dcc91d54adf9fe1138d","name":"A web site"}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa460074178de97ca65e7c4492', 1795262400000, 'session.started', 'e03189d427994077afd6aba065a4b8f4', 'account', 'e03189d427994077afd6aba065a4b8f4', 'Plain', '127.0.0.1', '{}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa4600705f920059bced393f19', 1795262400000, 'grant.given', 'e03189d427994077afd6aba065a4b8f4', 'account', 'e03189d427994077afd6aba065a4b8f4', 'Plain', '127.0.0.1', '{"client":"3161df53417a4dcc91d54adf9fe1138d","scope":"openid offline_access"}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa4600789d926143c6fd41c5b7', 1795262400000, 'grant.given', 'e03189d427994077afd6aba065a4b8f4', 'account', 'e03189d427994077afd6aba065a4b8f4', 'Plain', '192.0.2.7', '{"client":"launchers","scope":"openid offline_access game_server_session"}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa46007d629670b67b1b592020', 1795262400000, 'invite.created', null, 'api', 'e9314b2827614a1da76572ee239cf646', 'bot', '127.0.0.1', '{"id":"7cc6f26b9ebb4514ac5f8e870f6e54cb"}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa46007fd497163b19b02bfdbc', 1795262400000, 'ban.added', null, 'api', 'e9314b2827614a1da76572ee239cf646', 'bot', '127.0.0.1', '{"network":"192.0.2.99","until":null}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa4600769aa86a7503db9e10d2', 1795262400000, 'webhook.created', null, 'api', 'e9314b2827614a1da76572ee239cf646', 'bot', '127.0.0.1', '{"id":"702fdc8452224f91af981874ac20f6dd","origin":"https://bot.example.test"}', null);
insert into mail ("id", "kind", "recipient", "language", "content", "token", "created_at", "due_at", "tries", "expires_at") values ('2c3e2a9f90c14bc1a64f8882089745fc', 'notice', 'TwoFactors@example.test', 'en', '{"kind":"notice","username":"TwoFactors","notice":{"about":"second_factor_enabled"}}', null, 1795262400000, 1795262400000, 0, 1795521600000);
insert into mail ("id", "kind", "recipient", "language", "content", "token", "created_at", "due_at", "tries", "expires_at") values ('a6cb5e05abf24833bb2e24e18d7f8245', 'notice', 'Suspended@example.test', 'en', '{"kind":"notice","username":"Suspended","notice":{"about":"suspended","reason":"griefing"}}', null, 1795262400000, 1795262400000, 0, 1795521600000);
insert into mail ("id", "kind", "recipient", "language", "content", "token", "created_at", "due_at", "tries", "expires_at") values ('9a5d9ef96580413d856bbe21770d0eb8', 'notice', 'Briefly@example.test', 'en', '{"kind":"notice","username":"Briefly","notice":{"about":"suspended","until":1797854400000}}', null, 1795262400000, 1795262400000, 0, 1795521600000);
insert into mail ("id", "kind", "recipient", "language", "content", "token", "created_at", "due_at", "tries", "expires_at") values ('ff52db5f96f04844ae081ac4d906556b', 'notice', 'Before@example.test', 'en', '{"kind":"notice","username":"Before","notice":{"about":"renamed","from":"Before","to":"After"}}', null, 1795262400000, 1795262400000, 0, 1795521600000);
insert into mail ("id", "kind", "recipient", "language", "content", "token", "created_at", "due_at", "tries", "expires_at") values ('98782c1b4ef94d739fd619ad876c7d05', 'notice', 'Chief@example.test', 'en', '{"kind":"notice","username":"Chief","notice":{"about":"role_granted","role":"admin"}}', null, 1795262400000, 1795262400000, 0, 1795521600000);
insert into mail ("id", "kind", "recipient", "language", "content", "token", "created_at", "due_at", "tries", "expires_at") values ('96072fce4b594584a39c06433e3192a7', 'notice', 'Leaving@example.test', 'en', '{"kind":"notice","username":"Leaving","notice":{"about":"deletion_requested","at":1795867200000}}', null, 1795262400000, 1795262400000, 0, 1795521600000);
insert into invite ("id", "code", "digest", "uses", "created_at", "expires_at", "group_name") values ('7cc6f26b9ebb4514ac5f8e870f6e54cb', 'enc:v1:ZC_LVIp03mMjJzcUqMqLHAMpoxty4iM3-DBq0l04oYm4zc0zST-ucCXJshzw5g', 'a3f2c7ecab5aeaf852234d5c56f1e3fa9c723443e67a61e5f4c4a6cf28d45ecc', 3, 1795262400000, null, null);
insert into webhook ("id", "url", "secret", "events", "format", "created_at", "fed_seal", "leased_until", "off_at", "failures", "held_until") values ('702fdc8452224f91af981874ac20f6dd', 'enc:v1:GmNwwEEl_YKAUE4Vhoo4MWyMg4gSCMGzV6geyt35BZyQr44IIcuJ2LE3mTNfRplQYqv-RS6kWIlD', 'enc:v1:PPXCF61xkx6kYy0rD_JH59bJs_dvJtn4LGURjBVn6o2GOvFPxUPKCBerF7f4N58NFs6ndtRGz378cwQVwL8EX9awo_upZ5HaszusOyGr', '["account.*"]', 'standard', 1795262400000, 0, 0, null, 0, null);
insert into api_token ("id", "digest", "name", "access", "created_at", "expires_at", "last_used_at", "maker_kind", "maker_id", "maker_name") values ('e9314b2827614a1da76572ee239cf646', '057a6a92f7282dde584c8d2d8d3a6ebc05b798c80b4423fe935662c21d224924', 'bot', 'write', 1795262400000, null, 1795262400000, 'cli', null, 'operator');
insert into attempt ("subject", "step", "refused_at", "at", "reason", "detail", "network", "address", "server") values ('e03189d427994077afd6aba065a4b8f4', 'authenticate', 0, 1795262400000, null, null, '', '127.0.0.1', null);
insert into attempt ("subject", "step", "refused_at", "at", "reason", "detail", "network", "address", "server") values ('e03189d427994077afd6aba065a4b8f4', 'join', 0, 1795262400000, null, null, '', '127.0.0.1', null);
insert into attempt ("subject", "step", "refused_at", "at", "reason", "detail", "network", "address", "server") values ('7128dd42617d41bfade917955d5f6efa', 'web', 0, 1795262400000, null, null, '', '127.0.0.1', null);
insert into attempt ("subject", "step", "refused_at", "at", "reason", "detail", "network", "address", "server") values ('c281c2a27ea94508bbca86d2daecdcbf', 'web', 0, 1795262400000, null, null, '', '127.0.0.1', null);
insert into attempt ("subject", "step", "refused_at", "at", "reason", "detail", "network", "address", "server") values ('e03189d427994077afd6aba065a4b8f4', 'web', 0, 1795262400000, null, null, '', '127.0.0.1', null);
insert into attempt ("subject", "step", "refused_at", "at", "reason", "detail", "network", "address", "server") values ('e03189d427994077afd6aba065a4b8f4', 'oauth', 0, 1795262400000, null, null, '', '127.0.0.1', null);
insert into hour_count ("at", "step", "outcome", "count") values (1795262400000, 'authenticate', 'ok', 1);
insert into hour_count ("at", "step", "outcome", "count") values (1795262400000, 'join', 'ok', 1);
CREATE INDEX account_by_skin on account (skin_hash);
CREATE INDEX account_by_cape on account (cape_hash);
CREATE INDEX account_by_hidden_cape on account (hidden_cape) where hidden_cape is not null;
CREATE INDEX account_by_roles on account (roles) where roles is not null;
CREATE INDEX account_by_suspension on account (id) where suspended_at is not null;
CREATE INDEX account_by_deletion on account (deletes_at) where deletes_at is not null;
CREATE INDEX account_by_creation on account (created_at, id);
CREATE INDEX username_history_by_name on username_history (lower(username));
CREATE INDEX name_claim_by_end on name_claim (until) where until is not null;
CREATE INDEX name_claim_by_holder on name_claim (account_id) where until is not null;
CREATE INDEX name_claim_by_visitor on name_claim (visitor_id) where visitor_id is not null;
CREATE INDEX texture_by_wearer on texture (worn_by, worn_at);
CREATE INDEX former_skin_by_hash on former_skin (hash);
CREATE INDEX former_skin_by_age on former_skin (taken_off_at);
CREATE UNIQUE INDEX invite_by_digest on invite (digest);
CREATE INDEX registration_by_name on registration (username_folded);
CREATE INDEX registration_by_email on registration (email_folded);
CREATE INDEX registration_by_invite on registration (invite_id);
CREATE INDEX registration_by_expiry on registration (expires_at);
CREATE INDEX registration_by_network on registration (network, expires_at);
CREATE INDEX used_totp_step_by_step on used_totp_step (step);
CREATE INDEX passkey_by_account on passkey (account_id);
CREATE INDEX used_challenge_by_expiry on used_challenge (expires_at);
CREATE INDEX known_device_by_age on known_device (seen_at);
CREATE INDEX recovery_by_expiry on recovery (expires_at);
CREATE INDEX one_time_link_by_expiry on one_time_link (expires_at);
CREATE INDEX email_change_by_account on email_change (account_id);
CREATE INDEX email_change_by_expiry on email_change (expires_at);
CREATE INDEX factor_undo_by_account on factor_undo (account_id);
CREATE INDEX factor_undo_by_expiry on factor_undo (expires_at);
CREATE INDEX change_undo_by_account on change_undo (account_id);
CREATE INDEX change_undo_by_expiry on change_undo (expires_at);
CREATE INDEX oauth_grant_by_account on oauth_grant (account_id, client_id);
CREATE INDEX oauth_grant_by_client on oauth_grant (client_id);
CREATE INDEX oauth_grant_by_expiry on oauth_grant (expires_at);
CREATE INDEX oauth_artifact_by_grant on oauth_artifact (grant_id, kind, consumed_at);
CREATE INDEX oauth_artifact_by_account on oauth_artifact (account_id, kind, expires_at);
CREATE INDEX oauth_artifact_by_client on oauth_artifact (client_id);
CREATE INDEX oauth_artifact_by_expiry on oauth_artifact (expires_at);
CREATE INDEX credential_by_account on credential (account_id, kind, expires_at);
CREATE INDEX credential_by_expiry on credential (expires_at);
CREATE INDEX credential_by_first_use on credential (first_used_at);
CREATE INDEX credential_by_grant on credential (grant_id) where grant_id is not null;
CREATE INDEX pending_join_by_expiry on pending_join (expires_at);
CREATE INDEX idempotency_key_by_token on idempotency_key (token_id);
CREATE INDEX idempotency_key_by_expiry on idempotency_key (expires_at);
CREATE INDEX group_member_by_group on group_member (group_name, account_id);
CREATE INDEX game_server_key_by_server on game_server_key (server_id);
CREATE INDEX game_server_key_by_end on game_server_key (ends_at) where ends_at is not null;
CREATE UNIQUE INDEX game_server_key_in_force on game_server_key (server_id) where ends_at is null;
CREATE INDEX game_server_neighbour_by_neighbour on game_server_neighbour (neighbour_id);
CREATE INDEX visitor_by_name on visitor (name_key, uuid);
CREATE INDEX visitor_by_neighbour on visitor (neighbour_id, uuid);
CREATE INDEX visitor_by_last_seen on visitor (last_seen);
CREATE INDEX visitor_of_one_join on visitor (last_seen) where joins = 1;
CREATE INDEX mirrored_textures_by_skin on mirrored_textures (skin_hash);
CREATE INDEX mirrored_textures_by_cape on mirrored_textures (cape_hash);
CREATE INDEX mirrored_textures_by_age on mirrored_textures (checked_at, uuid);
CREATE INDEX listed_visitor_by_neighbour on listed_visitor (neighbour_id);
CREATE INDEX refused_visit_by_age on refused_visit (at, digest);
CREATE INDEX neighbour_link_by_account on neighbour_link (account_id, name_key);
CREATE INDEX neighbour_link_by_name on neighbour_link (name_key);
CREATE INDEX neighbour_link_by_uuid on neighbour_link (uuid);
CREATE INDEX link_code_by_expiry on link_code (expires_at);
CREATE INDEX link_sign_in_by_neighbour on link_sign_in (neighbour_id);
CREATE INDEX link_sign_in_by_expiry on link_sign_in (expires_at);
CREATE INDEX audit_entry_by_account on audit_entry (account_id, id);
CREATE INDEX audit_entry_by_event on audit_entry (event, id);
CREATE INDEX audit_entry_by_seal on audit_entry (seal, id);
CREATE INDEX mail_by_due on mail (due_at);
CREATE INDEX mail_by_expiry on mail (expires_at);
CREATE INDEX webhook_delivery_by_state on webhook_delivery (webhook_id, state, seal, id);
CREATE INDEX webhook_delivery_by_seal on webhook_delivery (seal);
CREATE INDEX attempt_by_time on attempt (at);
CREATE INDEX attempt_by_refusal on attempt (refused_at) where refused_at > 0;
CREATE INDEX attempt_by_server on attempt (server, at) where server is not null;
CREATE INDEX signing_key_by_creation on signing_key (created_at);
CREATE INDEX guess_by_full_at on guess (full_at);
CREATE INDEX guess_by_subject on guess (substr(key, length(key) - 31));
CREATE INDEX lookup_client_by_ban on lookup_client (banned_at);
CREATE INDEX lookup_client_by_forgotten on lookup_client (forgotten_at);
