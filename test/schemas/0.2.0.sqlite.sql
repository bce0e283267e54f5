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
CREATE VIRTUAL TABLE account_trigram using fts5 (
    text, content = '', columnsize = 0, detail = none, tokenize = 'trigram case_sensitive 1');
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
    tells_groups integer not null,
    tells_source integer not null,
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
    is_private integer not null,
    forwards_address integer not null,
    lookups integer not null,
    chat_keys integer not null,
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
-- rows
insert into kysely_migration ("name", "timestamp") values ('0001-accounts', '2026-11-27T03:56:15.809Z');
insert into kysely_migration ("name", "timestamp") values ('0002-account-search', '2026-11-27T03:56:15.811Z');
insert into kysely_migration ("name", "timestamp") values ('0003-names', '2026-11-27T03:56:15.812Z');
insert into kysely_migration ("name", "timestamp") values ('0004-textures', '2026-11-27T03:56:15.813Z');
insert into kysely_migration ("name", "timestamp") values ('0005-registration', '2026-11-27T03:56:15.814Z');
insert into kysely_migration ("name", "timestamp") values ('0006-sign-in', '2026-11-27T03:56:15.816Z');
insert into kysely_migration ("name", "timestamp") values ('0007-applications', '2026-11-27T03:56:15.818Z');
insert into kysely_migration ("name", "timestamp") values ('0008-credentials', '2026-11-27T03:56:15.819Z');
insert into kysely_migration ("name", "timestamp") values ('0009-community', '2026-11-27T03:56:15.821Z');
insert into kysely_migration ("name", "timestamp") values ('0010-neighbours', '2026-11-27T03:56:15.822Z');
insert into kysely_migration ("name", "timestamp") values ('0011-visitors', '2026-11-27T03:56:15.824Z');
insert into kysely_migration ("name", "timestamp") values ('0012-records', '2026-11-27T03:56:15.826Z');
insert into kysely_migration ("name", "timestamp") values ('0013-operation', '2026-11-27T03:56:15.828Z');
insert into kysely_migration_lock ("id", "is_locked") values ('migration_lock', 0);
insert into name_claim ("name_key", "kind", "account_id", "until", "visitor_id") values ('held_0', 'held', '00000000000000000000000000000000', 0, null);
insert into name_claim ("name_key", "kind", "account_id", "until", "visitor_id") values ('held_1', 'held', '00000000000000000000000000000001', 1, null);
insert into name_claim ("name_key", "kind", "account_id", "until", "visitor_id") values ('held_2', 'held', '00000000000000000000000000000002', 2, null);
insert into name_claim ("name_key", "kind", "account_id", "until", "visitor_id") values ('held_3', 'held', '00000000000000000000000000000003', 3, null);
insert into name_claim ("name_key", "kind", "account_id", "until", "visitor_id") values ('player_0', 'account', '00000000000000000000000000000000', null, null);
insert into name_claim ("name_key", "kind", "account_id", "until", "visitor_id") values ('player_1', 'account', '00000000000000000000000000000001', null, null);
insert into name_claim ("name_key", "kind", "account_id", "until", "visitor_id") values ('player_2', 'account', '00000000000000000000000000000002', null, null);
insert into name_claim ("name_key", "kind", "account_id", "until", "visitor_id") values ('player_3', 'account', '00000000000000000000000000000003', null, null);
insert into name_claim ("name_key", "kind", "account_id", "until", "visitor_id") values ('visitor', 'visitor', null, null, 'eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee');
insert into account ("id", "username", "username_folded", "email", "email_folded", "email_confirmed", "password_hash", "credentials_version", "secrets_version", "language", "totp_secret", "totp_since", "skin_hash", "skin_model", "cape_hash", "hidden_cape", "suspended_at", "suspended_until", "suspension_reason", "suspended_by", "created_at", "deletes_at", "roles", "group_names") values ('00000000000000000000000000000000', 'Player_0', 'player_0', 'Zoë+0@example.test', 'zoë+0@example.test', null, '$argon2id$v=19$m=1024,t=1,p=1$c2FsdHNhbHQ$aGFzaA', 0, 0, 'pt-BR', 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', null, 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'slim', null, null, null, null, null, null, 1700000000000, null, null, 'staff');
insert into account ("id", "username", "username_folded", "email", "email_folded", "email_confirmed", "password_hash", "credentials_version", "secrets_version", "language", "totp_secret", "totp_since", "skin_hash", "skin_model", "cape_hash", "hidden_cape", "suspended_at", "suspended_until", "suspension_reason", "suspended_by", "created_at", "deletes_at", "roles", "group_names") values ('00000000000000000000000000000001', 'Player_1', 'player_1', null, null, null, '$argon2id$v=19$m=1024,t=1,p=1$c2FsdHNhbHQ$aGFzaA', 1, 1, 'pt-BR', null, null, null, null, null, null, null, null, null, null, 1700000000001, null, null, null);
insert into account ("id", "username", "username_folded", "email", "email_folded", "email_confirmed", "password_hash", "credentials_version", "secrets_version", "language", "totp_secret", "totp_since", "skin_hash", "skin_model", "cape_hash", "hidden_cape", "suspended_at", "suspended_until", "suspension_reason", "suspended_by", "created_at", "deletes_at", "roles", "group_names") values ('00000000000000000000000000000002', 'Player_2', 'player_2', 'Zoë+2@example.test', 'zoë+2@example.test', 'zoë+2@example.test', '$argon2id$v=19$m=1024,t=1,p=1$c2FsdHNhbHQ$aGFzaA', 2, 0, 'pt-BR', 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', null, 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'slim', null, null, null, null, null, null, 1700000000002, 1700000000000, null, null);
insert into account ("id", "username", "username_folded", "email", "email_folded", "email_confirmed", "password_hash", "credentials_version", "secrets_version", "language", "totp_secret", "totp_since", "skin_hash", "skin_model", "cape_hash", "hidden_cape", "suspended_at", "suspended_until", "suspension_reason", "suspended_by", "created_at", "deletes_at", "roles", "group_names") values ('00000000000000000000000000000003', 'Player_3', 'player_3', 'Zoë+3@example.test', 'zoë+3@example.test', null, '$argon2id$v=19$m=1024,t=1,p=1$c2FsdHNhbHQ$aGFzaA', 0, 1, 'pt-BR', null, null, null, null, null, null, 1700000000000, null, 'said "no"
then \ left — 👋', null, 1700000000003, null, null, null);
insert into deleted_account ("id") values ('ffffffffffffffffffffffffffffffff');
insert into texture ("hash", "png", "unworn_since", "worn_by", "worn_at") values ('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'iVBORw0KGgo=', null, '00000000000000000000000000000000', 5);
insert into former_skin ("account_id", "hash", "model", "taken_off_at") values ('00000000000000000000000000000000', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'slim', 5);
insert into username_history ("account_id", "username", "changed_at") values ('00000000000000000000000000000000', 'Old_0', 0);
insert into username_history ("account_id", "username", "changed_at") values ('00000000000000000000000000000001', 'Old_1', 1);
insert into username_history ("account_id", "username", "changed_at") values ('00000000000000000000000000000002', 'Old_2', 2);
insert into username_history ("account_id", "username", "changed_at") values ('00000000000000000000000000000003', 'Old_3', 3);
insert into player_group ("name", "title", "colour", "created_at") values ('staff', 'Zoë’s staff', '#1f7a5c', 1);
insert into group_member ("account_id", "group_name") values ('00000000000000000000000000000000', 'staff');
insert into game_server ("id", "name", "title", "address", "paused_at", "tells_groups", "tells_source", "visitors_who", "links", "created_at", "last_asked_at") values ('00000000000000000000000000000001', 'survival', 'Zoë’s', null, null, 1, 1, null, 'as_account', 1, null);
insert into game_server_key ("digest", "server_id", "key", "admission", "created_at", "ends_at") values ('dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd', '00000000000000000000000000000001', 'enc:v1:AA', 'a b open on', 1, null);
insert into game_server_group ("server_id", "group_name") values ('00000000000000000000000000000001', 'staff');
insert into neighbour ("id", "kind", "root", "has_joined", "profile", "names_url", "names_form", "texture_hosts", "trust", "who", "textures", "names", "per_minute", "is_private", "forwards_address", "lookups", "chat_keys", "keys_url", "keys_read_at", "paused_at", "created_at", "client_id", "client_secret", "authorization_server") values ('other', 'authlib-injector', 'https://other.example.test/api', 'https://other.example.test/api/hasJoined', 'https://other.example.test/api/profile/', 'https://other.example.test/api/names', 'bulk', 'other.example.test', 50, 'listed', 'mirror', '[A-Za-z0-9_]{3,16}', 60, 0, 0, 1, 1, null, null, null, 1, 'norn', 'secret', '{"issuer":"https://other.example.test"}');
insert into game_server_neighbour ("server_id", "neighbour_id") values ('00000000000000000000000000000001', 'other');
insert into visitor ("uuid", "neighbour_id", "name", "name_key", "suspended_at", "suspended_until", "suspension_reason", "suspended_by", "first_seen", "last_seen", "joins") values ('eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee', 'other', 'Visitor', 'visitor', 1, null, 'said “no”', null, 1, 2, 3);
insert into mirrored_textures ("uuid", "links", "skin_hash", "skin_model", "cape_hash", "checked_at") values ('eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee', '{"skin":{"url":"https://other.example.test/a","model":"slim"}}', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'slim', null, 2);
insert into listed_visitor ("neighbour_id", "name_key", "server_id", "added_at") values ('other', 'visitor', '', 1);
insert into neighbour_key ("neighbour_id", "use", "spki", "first_seen", "confirmed_at") values ('other', 'chat', 'MIIB', 1, null);
insert into neighbour_answer ("neighbour_id", "at", "problem") values ('other', 1, 'timeout');
insert into refused_visit ("digest", "at", "server", "name", "reason") values ('ffffffffffffffff', 1, 'survival', 'enc:v1:AA', 'name_owned');
insert into neighbour_link ("neighbour_id", "uuid", "account_id", "name", "name_key", "proof", "at") values ('other', 'eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee', '00000000000000000000000000000000', 'Visitor', 'visitor', 'code', 1);
insert into link_code ("digest", "neighbour_id", "uuid", "name", "session", "expires_at") values ('dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd', 'other', 'ffffffffffffffffffffffffffffffff', 'Other', null, 2);
insert into link_sign_in ("session", "neighbour_id", "state_digest", "expires_at") values ('dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd', 'other', 'dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd', 2);
insert into oauth_client ("client_id", "name", "secret_digest", "redirect_uris", "logout_uris", "id_token_alg", "pkce", "member_groups", "created_at") values ('launchers', 'Launcher', null, '[]', null, 'RS256', 'required', null, 0);
insert into oauth_grant ("id", "account_id", "client_id", "credentials_version", "scope", "created_at", "expires_at") values ('grant', '00000000000000000000000000000000', 'launchers', 0, 'openid', 1, null);
insert into oauth_artifact ("digest", "kind", "client_id", "account_id", "grant_id", "user_code_digest", "payload", "issued_at", "expires_at", "consumed_at") values ('dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd', 'RefreshToken', 'launchers', '00000000000000000000000000000000', 'grant', null, '{"scope":"openid"}', 1, 1800000000000, null);
insert into credential ("digest", "kind", "account_id", "credentials_version", "rights", "client", "issued_at", "expires_at", "user_agent", "address", "first_used_at", "last_used_at", "grant_id", "scope") values ('0-1', 'launcher', '00000000000000000000000000000000', 0, 'join', '"launcher"', 1, 1800000000000, null, null, 1, 1, null, null);
insert into credential ("digest", "kind", "account_id", "credentials_version", "rights", "client", "issued_at", "expires_at", "user_agent", "address", "first_used_at", "last_used_at", "grant_id", "scope") values ('0-2', 'launcher', '00000000000000000000000000000000', 0, 'join', '"launcher"', 2, 1800000000000, null, null, 2, 2, null, null);
insert into credential ("digest", "kind", "account_id", "credentials_version", "rights", "client", "issued_at", "expires_at", "user_agent", "address", "first_used_at", "last_used_at", "grant_id", "scope") values ('0-3', 'launcher', '00000000000000000000000000000000', 0, 'join', '"launcher"', 3, 1800000000000, null, null, 3, 3, null, null);
insert into credential ("digest", "kind", "account_id", "credentials_version", "rights", "client", "issued_at", "expires_at", "user_agent", "address", "first_used_at", "last_used_at", "grant_id", "scope") values ('1-1', 'launcher', '00000000000000000000000000000001', 0, 'join', '"launcher"', 1, 1800000000000, null, null, 1, 1, null, null);
insert into credential ("digest", "kind", "account_id", "credentials_version", "rights", "client", "issued_at", "expires_at", "user_agent", "address", "first_used_at", "last_used_at", "grant_id", "scope") values ('1-2', 'launcher', '00000000000000000000000000000001', 0, 'join', '"launcher"', 2, 1800000000000, null, null, 2, 2, null, null);
insert into credential ("digest", "kind", "account_id", "credentials_version", "rights", "client", "issued_at", "expires_at", "user_agent", "address", "first_used_at", "last_used_at", "grant_id", "scope") values ('1-3', 'launcher', '00000000000000000000000000000001', 0, 'join', '"launcher"', 3, 1800000000000, null, null, 3, 3, null, null);
insert into credential ("digest", "kind", "account_id", "credentials_version", "rights", "client", "issued_at", "expires_at", "user_agent", "address", "first_used_at", "last_used_at", "grant_id", "scope") values ('2-1', 'launcher', '00000000000000000000000000000002', 0, 'join', '"launcher"', 1, 1800000000000, null, null, 1, 1, null, null);
insert into credential ("digest", "kind", "account_id", "credentials_version", "rights", "client", "issued_at", "expires_at", "user_agent", "address", "first_used_at", "last_used_at", "grant_id", "scope") values ('2-2', 'launcher', '00000000000000000000000000000002', 0, 'join', '"launcher"', 2, 1800000000000, null, null, 2, 2, null, null);
insert into credential ("digest", "kind", "account_id", "credentials_version", "rights", "client", "issued_at", "expires_at", "user_agent", "address", "first_used_at", "last_used_at", "grant_id", "scope") values ('2-3', 'launcher', '00000000000000000000000000000002', 0, 'join', '"launcher"', 3, 1800000000000, null, null, 3, 3, null, null);
insert into credential ("digest", "kind", "account_id", "credentials_version", "rights", "client", "issued_at", "expires_at", "user_agent", "address", "first_used_at", "last_used_at", "grant_id", "scope") values ('3-1', 'launcher', '00000000000000000000000000000003', 0, 'join', '"launcher"', 1, 1800000000000, null, null, 1, 1, null, null);
insert into credential ("digest", "kind", "account_id", "credentials_version", "rights", "client", "issued_at", "expires_at", "user_agent", "address", "first_used_at", "last_used_at", "grant_id", "scope") values ('3-2', 'launcher', '00000000000000000000000000000003', 0, 'join', '"launcher"', 2, 1800000000000, null, null, 2, 2, null, null);
insert into credential ("digest", "kind", "account_id", "credentials_version", "rights", "client", "issued_at", "expires_at", "user_agent", "address", "first_used_at", "last_used_at", "grant_id", "scope") values ('3-3', 'launcher', '00000000000000000000000000000003', 0, 'join', '"launcher"', 3, 1800000000000, null, null, 3, 3, null, null);
insert into known_device ("account_id", "digest", "seen_at") values ('00000000000000000000000000000000', 'dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd', 5);
insert into email_change ("digest", "account_id", "secrets_version", "email", "expires_at") values ('dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd', '00000000000000000000000000000000', 0, 'Zoë@example.test', 9);
insert into pending_join ("account_id", "server_id_digest", "address", "credentials_version", "expires_at") values ('00000000000000000000000000000000', 'dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd', '::1', 0, 5);
insert into used_totp_step ("account_id", "step") values ('00000000000000000000000000000000', 57000000);
insert into recovery_code ("account_id", "digest") values ('00000000000000000000000000000000', 'dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd');
insert into passkey ("id", "account_id", "name", "public_key", "counter", "backup_eligible", "created_at", "last_used_at") values ('key', '00000000000000000000000000000000', 'Phone', 'AQ', 3, 0, 1, null);
insert into factor_undo ("digest", "account_id", "passkey_id", "since", "expires_at") values ('dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd', '00000000000000000000000000000000', 'key', 1, 9);
insert into change_undo ("digest", "account_id", "email", "neighbour_id", "player_id", "since", "expires_at") values ('dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd', '00000000000000000000000000000000', 'old@example.test', null, null, 1, 9);
insert into used_challenge ("digest", "expires_at") values ('dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd', 9);
insert into guess ("key", "full_at") values ('B', 1);
insert into guess ("key", "full_at") values ('a', 2);
insert into guess ("key", "full_at") values ('é', 3);
insert into lookup_client ("network", "full_at", "banned_at", "ends_at", "ban_length", "forgotten_at") values ('192.0.2.1', 5, 1, 9, 8, null);
insert into signing_key ("kid", "use", "generation", "private_key", "public_key", "created_at", "signs_from", "published_until", "revoked_at") values ('first', 'tokens', 1, 'PRIVATE', 'PUBLIC', 1, 1, null, null);
insert into signing_key ("kid", "use", "generation", "private_key", "public_key", "created_at", "signs_from", "published_until", "revoked_at") values ('second', 'textures', 1, 'PRIVATE', 'PUBLIC', 2, 1, null, null);
insert into encryption ("id", "salt", "check_value", "created_at", "erased_at") values ('sample', 'SALT', 'CHECK', 3, null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('00000000000000000000000000000001', 1, 'account.created', '00000000000000000000000000000000', 'cli', null, 'root', null, '{"username":"Player_1"}', 1);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('00000000000000000000000000000002', 2, 'account.created', null, 'cli', null, null, '::1', '{"username":"Player_1"}', null);
insert into audit_seal ("number", "at", "entries", "digest", "dropped", "hash", "mac") values (1, 2, 1, 'dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd', 0, 'dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd', 'MAC');
insert into mail ("id", "kind", "recipient", "language", "content", "token", "created_at", "due_at", "tries", "expires_at") values ('m', 'notice', 'zoë@example.test', 'pt-BR', '{"kind":"recover"}', 'TOKEN', 1, 2, 3, 4);
insert into registration ("digest", "username", "username_folded", "email", "email_folded", "password_hash", "language", "invite_id", "expires_at", "browser", "network", "group_name") values ('dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd', 'Waiting_1', 'waiting_1', 'Zoë@example.test', 'zoë@example.test', '$argon2id$', 'ru', '00000000000000000000000000000001', 5, 'dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd', '192.0.2.1', 'staff');
insert into recovery ("digest", "account_id", "secrets_version", "email_folded", "expires_at") values ('dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd', '00000000000000000000000000000000', 0, null, 5);
insert into one_time_link ("digest", "account_id", "purpose", "credentials_version", "secrets_version", "roles", "maker_kind", "maker_id", "expires_at") values ('dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd', '00000000000000000000000000000000', 'second-factor', 1, 1, '', 'api', '00000000000000000000000000000001', 5);
insert into invite ("id", "code", "digest", "uses", "created_at", "expires_at", "group_name") values ('00000000000000000000000000000001', 'enc:v1:AA', 'dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd', 2, 1, null, 'staff');
insert into webhook ("id", "url", "secret", "events", "format", "created_at", "fed_seal", "leased_until", "off_at", "failures", "held_until") values ('00000000000000000000000000000001', 'https://hooks.example.test/', 'whsec_AAAA', '["*"]', 'discord', 1, 2, 3, null, 0, null);
insert into webhook_delivery ("webhook_id", "id", "seal", "event", "entry", "state", "attempts", "tries", "due_at") values ('00000000000000000000000000000001', '00000000000000000000000000000002', 1, 'account.created', '{"id":"é"}', 'waiting', '[]', 4, 5);
insert into api_token ("id", "digest", "name", "access", "created_at", "expires_at", "last_used_at", "maker_kind", "maker_id", "maker_name") values ('00000000000000000000000000000001', 'dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd', 'bot', 'read', 1, null, null, 'cli', null, null);
insert into idempotency_key ("digest", "token_id", "request", "answer", "started_at", "expires_at") values ('dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd', '00000000000000000000000000000001', 'dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd', 'enc:v1:AA', 1, 5);
insert into attempt ("subject", "step", "refused_at", "at", "reason", "detail", "network", "address", "server") values ('00000000000000000000000000000000', 'join', 5, 5, 'account_suspended', null, '192.0.2.1', '192.0.2.1', 'survival');
insert into hour_count ("at", "step", "outcome", "count") values (3600000, 'join', 'ok', 3);
insert into setting ("name", "value", "version") values ('rules', 'Zoë’s
“rules”', '00000000000000000000000000000001');
-- rows
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
