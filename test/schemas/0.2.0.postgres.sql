create extension if not exists pg_trgm;
create table kysely_migration (
  name character varying(255) not null,
  "timestamp" character varying(255) not null
);
create table kysely_migration_lock (
  id character varying(255) not null,
  is_locked integer not null default 0
);
create table account (
  id text not null,
  username text not null,
  username_folded text not null,
  email text,
  email_folded text,
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
create table username_history (
  account_id text not null,
  username text not null,
  changed_at bigint not null
);
create table name_claim (
  name_key text not null,
  kind text not null,
  account_id text,
  until bigint,
  visitor_id text
);
create table deleted_account (
  id text not null
);
create table texture (
  hash text not null,
  png text not null,
  unworn_since bigint,
  worn_by text not null,
  worn_at bigint not null
);
create table former_skin (
  account_id text not null,
  hash text not null,
  model text not null,
  taken_off_at bigint not null
);
create table invite (
  id text not null,
  code text not null,
  digest text not null,
  uses bigint not null,
  created_at bigint not null,
  expires_at bigint,
  group_name text
);
create table registration (
  digest text not null,
  username text not null,
  username_folded text not null,
  email text not null,
  email_folded text not null,
  password_hash text not null,
  language text not null,
  invite_id text,
  expires_at bigint not null,
  browser text not null,
  network text not null default ''::text,
  group_name text
);
create table used_totp_step (
  account_id text not null,
  step bigint not null
);
create table recovery_code (
  account_id text not null,
  digest text not null
);
create table passkey (
  id text not null,
  account_id text not null,
  name text not null,
  public_key text not null,
  counter bigint not null,
  backup_eligible integer not null,
  created_at bigint not null,
  last_used_at bigint
);
create table used_challenge (
  digest text not null,
  expires_at bigint not null
);
create table known_device (
  account_id text not null,
  digest text not null,
  seen_at bigint not null
);
create table recovery (
  digest text not null,
  account_id text not null,
  secrets_version bigint not null,
  email_folded text,
  expires_at bigint not null
);
create table one_time_link (
  digest text not null,
  account_id text not null,
  purpose text not null,
  credentials_version bigint not null,
  secrets_version bigint not null,
  roles text not null,
  maker_kind text not null,
  maker_id text,
  expires_at bigint not null
);
create table email_change (
  digest text not null,
  account_id text not null,
  secrets_version bigint not null,
  email text not null,
  expires_at bigint not null
);
create table factor_undo (
  digest text not null,
  account_id text not null,
  passkey_id text,
  since bigint not null,
  expires_at bigint not null
);
create table change_undo (
  digest text not null,
  account_id text not null,
  email text,
  neighbour_id text,
  player_id text,
  since bigint not null,
  expires_at bigint not null
);
create table oauth_client (
  client_id text not null,
  name text not null,
  secret_digest text,
  redirect_uris text not null,
  logout_uris text,
  id_token_alg text not null,
  pkce text not null default 'required'::text,
  member_groups text,
  created_at bigint not null
);
create table oauth_grant (
  id text not null,
  account_id text not null,
  client_id text not null,
  credentials_version bigint not null,
  scope text not null,
  created_at bigint not null,
  expires_at bigint
);
create table oauth_artifact (
  digest text not null,
  kind text not null,
  client_id text not null,
  account_id text,
  grant_id text,
  user_code_digest text,
  payload text not null,
  issued_at bigint not null,
  expires_at bigint not null,
  consumed_at bigint
);
create table credential (
  digest text not null,
  kind text not null,
  account_id text not null,
  credentials_version bigint not null,
  rights text not null,
  client text not null,
  issued_at bigint not null,
  expires_at bigint not null,
  user_agent text,
  address text,
  first_used_at bigint not null,
  last_used_at bigint not null,
  grant_id text,
  scope text
);
create table pending_join (
  account_id text not null,
  server_id_digest text not null,
  address text not null,
  credentials_version bigint not null,
  expires_at bigint not null
);
create table api_token (
  id text not null,
  digest text not null,
  name text not null,
  access text not null,
  created_at bigint not null,
  expires_at bigint,
  last_used_at bigint,
  maker_kind text not null,
  maker_id text,
  maker_name text
);
create table idempotency_key (
  digest text not null,
  token_id text not null,
  request text not null,
  answer text,
  started_at bigint not null,
  expires_at bigint not null
);
create table player_group (
  name text not null,
  title text not null,
  colour text,
  created_at bigint not null
);
create table group_member (
  account_id text not null,
  group_name text not null
);
create table game_server (
  id text not null,
  name text not null,
  title text not null,
  address text,
  paused_at bigint,
  tells_groups integer not null,
  tells_source integer not null,
  visitors_who text,
  links text not null default 'admit'::text,
  created_at bigint not null,
  last_asked_at bigint
);
create table game_server_key (
  digest text not null,
  server_id text not null,
  key text not null,
  admission text,
  created_at bigint not null,
  ends_at bigint
);
create table game_server_group (
  server_id text not null,
  group_name text not null
);
create table neighbour (
  id text not null,
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
create table neighbour_key (
  neighbour_id text not null,
  use text not null,
  spki text not null,
  first_seen bigint not null,
  confirmed_at bigint
);
create table neighbour_answer (
  neighbour_id text not null,
  at bigint not null,
  problem text
);
create table game_server_neighbour (
  server_id text not null,
  neighbour_id text not null
);
create table visitor (
  uuid text not null,
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
create table mirrored_textures (
  uuid text not null,
  links text not null,
  skin_hash text,
  skin_model text,
  cape_hash text,
  checked_at bigint not null
);
create table listed_visitor (
  neighbour_id text not null,
  name_key text not null,
  server_id text not null,
  added_at bigint not null
);
create table refused_visit (
  digest text not null,
  at bigint not null,
  server text not null,
  name text not null,
  reason text not null
);
create table neighbour_link (
  neighbour_id text not null,
  uuid text not null,
  account_id text not null,
  name text not null,
  name_key text not null,
  proof text not null,
  at bigint not null
);
create table link_code (
  digest text not null,
  neighbour_id text not null,
  uuid text not null,
  name text not null,
  session text,
  expires_at bigint not null
);
create table link_sign_in (
  session text not null,
  neighbour_id text not null,
  state_digest text not null,
  expires_at bigint not null
);
create table audit_entry (
  id text not null,
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
create table audit_seal (
  number bigint not null,
  at bigint not null,
  entries bigint not null,
  digest text not null,
  dropped bigint not null,
  hash text not null,
  mac text
);
create table mail (
  id text not null,
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
create table webhook (
  id text not null,
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
create table webhook_delivery (
  webhook_id text not null,
  id text not null,
  seal bigint not null,
  event text not null,
  entry text not null,
  state text not null,
  attempts text not null,
  tries bigint not null,
  due_at bigint not null
);
create table attempt (
  subject text not null,
  step text not null,
  refused_at bigint not null,
  at bigint not null,
  reason text,
  detail text,
  network text not null,
  address text not null,
  server text
);
create table hour_count (
  at bigint not null,
  step text not null,
  outcome text not null,
  count bigint not null
);
create table signing_key (
  kid text not null,
  use text not null,
  generation bigint not null,
  private_key text not null,
  public_key text not null,
  created_at bigint not null,
  signs_from bigint not null,
  published_until bigint,
  revoked_at bigint
);
create table encryption (
  id text not null,
  salt text not null,
  check_value text not null,
  created_at bigint not null,
  erased_at bigint
);
create table guess (
  key text not null,
  full_at bigint not null
);
create table lookup_client (
  network text not null,
  full_at bigint not null,
  banned_at bigint,
  ends_at bigint,
  ban_length bigint not null,
  forgotten_at bigint
);
create table setting (
  name text not null,
  value text not null,
  version text not null
);
-- rows
insert into kysely_migration ("name", "timestamp") values ('0001-accounts', '2026-11-27T03:56:20.922Z');
insert into kysely_migration ("name", "timestamp") values ('0002-account-search', '2026-11-27T03:56:20.934Z');
insert into kysely_migration ("name", "timestamp") values ('0003-names', '2026-11-27T03:56:20.951Z');
insert into kysely_migration ("name", "timestamp") values ('0004-textures', '2026-11-27T03:56:20.966Z');
insert into kysely_migration ("name", "timestamp") values ('0005-registration', '2026-11-27T03:56:20.984Z');
insert into kysely_migration ("name", "timestamp") values ('0006-sign-in', '2026-11-27T03:56:21.050Z');
insert into kysely_migration ("name", "timestamp") values ('0007-applications', '2026-11-27T03:56:21.075Z');
insert into kysely_migration ("name", "timestamp") values ('0008-credentials', '2026-11-27T03:56:21.103Z');
insert into kysely_migration ("name", "timestamp") values ('0009-community', '2026-11-27T03:56:21.168Z');
insert into kysely_migration ("name", "timestamp") values ('0010-neighbours', '2026-11-27T03:56:21.191Z');
insert into kysely_migration ("name", "timestamp") values ('0011-visitors', '2026-11-27T03:56:21.323Z');
insert into kysely_migration ("name", "timestamp") values ('0012-records', '2026-11-27T03:56:21.365Z');
insert into kysely_migration ("name", "timestamp") values ('0013-operation', '2026-11-27T03:56:21.388Z');
insert into kysely_migration_lock ("id", "is_locked") values ('migration_lock', 0);
insert into name_claim ("name_key", "kind", "account_id", "until", "visitor_id") values ('player_0', 'account', '00000000000000000000000000000000', null, null);
insert into name_claim ("name_key", "kind", "account_id", "until", "visitor_id") values ('player_1', 'account', '00000000000000000000000000000001', null, null);
insert into name_claim ("name_key", "kind", "account_id", "until", "visitor_id") values ('player_2', 'account', '00000000000000000000000000000002', null, null);
insert into name_claim ("name_key", "kind", "account_id", "until", "visitor_id") values ('player_3', 'account', '00000000000000000000000000000003', null, null);
insert into name_claim ("name_key", "kind", "account_id", "until", "visitor_id") values ('held_0', 'held', '00000000000000000000000000000000', 0, null);
insert into name_claim ("name_key", "kind", "account_id", "until", "visitor_id") values ('held_1', 'held', '00000000000000000000000000000001', 1, null);
insert into name_claim ("name_key", "kind", "account_id", "until", "visitor_id") values ('held_2', 'held', '00000000000000000000000000000002', 2, null);
insert into name_claim ("name_key", "kind", "account_id", "until", "visitor_id") values ('held_3', 'held', '00000000000000000000000000000003', 3, null);
insert into name_claim ("name_key", "kind", "account_id", "until", "visitor_id") values ('visitor', 'visitor', null, null, 'eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee');
insert into account ("id", "username", "username_folded", "email", "email_folded", "email_confirmed", "password_hash", "credentials_version", "secrets_version", "language", "totp_secret", "totp_since", "skin_hash", "skin_model", "cape_hash", "hidden_cape", "suspended_at", "suspended_until", "suspension_reason", "suspended_by", "created_at", "deletes_at", "roles", "group_names") values ('00000000000000000000000000000001', 'Player_1', 'player_1', null, null, null, '$argon2id$v=19$m=1024,t=1,p=1$c2FsdHNhbHQ$aGFzaA', 1, 1, 'pt-BR', null, null, null, null, null, null, null, null, null, null, 1700000000001, null, null, null);
insert into account ("id", "username", "username_folded", "email", "email_folded", "email_confirmed", "password_hash", "credentials_version", "secrets_version", "language", "totp_secret", "totp_since", "skin_hash", "skin_model", "cape_hash", "hidden_cape", "suspended_at", "suspended_until", "suspension_reason", "suspended_by", "created_at", "deletes_at", "roles", "group_names") values ('00000000000000000000000000000002', 'Player_2', 'player_2', 'Zoë+2@example.test', 'zoë+2@example.test', 'zoë+2@example.test', '$argon2id$v=19$m=1024,t=1,p=1$c2FsdHNhbHQ$aGFzaA', 2, 0, 'pt-BR', 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', null, 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'slim', null, null, null, null, null, null, 1700000000002, 1700000000000, null, null);
insert into account ("id", "username", "username_folded", "email", "email_folded", "email_confirmed", "password_hash", "credentials_version", "secrets_version", "language", "totp_secret", "totp_since", "skin_hash", "skin_model", "cape_hash", "hidden_cape", "suspended_at", "suspended_until", "suspension_reason", "suspended_by", "created_at", "deletes_at", "roles", "group_names") values ('00000000000000000000000000000003', 'Player_3', 'player_3', 'Zoë+3@example.test', 'zoë+3@example.test', null, '$argon2id$v=19$m=1024,t=1,p=1$c2FsdHNhbHQ$aGFzaA', 0, 1, 'pt-BR', null, null, null, null, null, null, 1700000000000, null, 'said "no"
then \ left — 👋', null, 1700000000003, null, null, null);
insert into account ("id", "username", "username_folded", "email", "email_folded", "email_confirmed", "password_hash", "credentials_version", "secrets_version", "language", "totp_secret", "totp_since", "skin_hash", "skin_model", "cape_hash", "hidden_cape", "suspended_at", "suspended_until", "suspension_reason", "suspended_by", "created_at", "deletes_at", "roles", "group_names") values ('00000000000000000000000000000000', 'Player_0', 'player_0', 'Zoë+0@example.test', 'zoë+0@example.test', null, '$argon2id$v=19$m=1024,t=1,p=1$c2FsdHNhbHQ$aGFzaA', 0, 0, 'pt-BR', 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', null, 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'slim', null, null, null, null, null, null, 1700000000000, null, null, 'staff');
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
alter table kysely_migration add constraint kysely_migration_pkey PRIMARY KEY (name);
alter table kysely_migration_lock add constraint kysely_migration_lock_pkey PRIMARY KEY (id);
alter table account add constraint account_email_folded_key UNIQUE (email_folded);
alter table account add constraint account_pkey PRIMARY KEY (id);
alter table account add constraint account_username_folded_key UNIQUE (username_folded);
alter table username_history add constraint username_history_pkey PRIMARY KEY (account_id, changed_at, username);
alter table name_claim add constraint name_claim_pkey PRIMARY KEY (name_key);
alter table deleted_account add constraint deleted_account_pkey PRIMARY KEY (id);
alter table texture add constraint texture_pkey PRIMARY KEY (hash);
alter table former_skin add constraint former_skin_pkey PRIMARY KEY (account_id, hash);
alter table invite add constraint invite_code_key UNIQUE (code);
alter table invite add constraint invite_pkey PRIMARY KEY (id);
alter table registration add constraint registration_pkey PRIMARY KEY (digest);
alter table used_totp_step add constraint used_totp_step_pkey PRIMARY KEY (account_id, step);
alter table recovery_code add constraint recovery_code_pkey PRIMARY KEY (account_id, digest);
alter table passkey add constraint passkey_pkey PRIMARY KEY (id);
alter table used_challenge add constraint used_challenge_pkey PRIMARY KEY (digest);
alter table known_device add constraint known_device_pkey PRIMARY KEY (account_id, digest);
alter table recovery add constraint recovery_pkey PRIMARY KEY (digest);
alter table one_time_link add constraint one_time_link_account_id_key UNIQUE (account_id);
alter table one_time_link add constraint one_time_link_pkey PRIMARY KEY (digest);
alter table email_change add constraint email_change_pkey PRIMARY KEY (digest);
alter table factor_undo add constraint factor_undo_pkey PRIMARY KEY (digest);
alter table change_undo add constraint change_undo_pkey PRIMARY KEY (digest);
alter table oauth_client add constraint oauth_client_pkey PRIMARY KEY (client_id);
alter table oauth_grant add constraint oauth_grant_pkey PRIMARY KEY (id);
alter table oauth_artifact add constraint oauth_artifact_pkey PRIMARY KEY (digest);
alter table oauth_artifact add constraint oauth_artifact_user_code_digest_key UNIQUE (user_code_digest);
alter table credential add constraint credential_pkey PRIMARY KEY (digest);
alter table pending_join add constraint pending_join_pkey PRIMARY KEY (account_id, server_id_digest);
alter table api_token add constraint api_token_digest_key UNIQUE (digest);
alter table api_token add constraint api_token_pkey PRIMARY KEY (id);
alter table idempotency_key add constraint idempotency_key_pkey PRIMARY KEY (digest);
alter table player_group add constraint player_group_pkey PRIMARY KEY (name);
alter table group_member add constraint group_member_pkey PRIMARY KEY (account_id, group_name);
alter table game_server add constraint game_server_name_key UNIQUE (name);
alter table game_server add constraint game_server_pkey PRIMARY KEY (id);
alter table game_server_key add constraint game_server_key_pkey PRIMARY KEY (digest);
alter table game_server_group add constraint game_server_group_pkey PRIMARY KEY (server_id, group_name);
alter table neighbour add constraint neighbour_pkey PRIMARY KEY (id);
alter table neighbour_key add constraint neighbour_key_pkey PRIMARY KEY (neighbour_id, use, spki);
alter table neighbour_answer add constraint neighbour_answer_pkey PRIMARY KEY (neighbour_id);
alter table game_server_neighbour add constraint game_server_neighbour_pkey PRIMARY KEY (server_id, neighbour_id);
alter table visitor add constraint visitor_pkey PRIMARY KEY (uuid);
alter table mirrored_textures add constraint mirrored_textures_pkey PRIMARY KEY (uuid);
alter table listed_visitor add constraint listed_visitor_pkey PRIMARY KEY (name_key, neighbour_id, server_id);
alter table refused_visit add constraint refused_visit_pkey PRIMARY KEY (digest);
alter table neighbour_link add constraint neighbour_link_pkey PRIMARY KEY (neighbour_id, uuid);
alter table link_code add constraint link_code_neighbour_id_uuid_key UNIQUE (neighbour_id, uuid);
alter table link_code add constraint link_code_pkey PRIMARY KEY (digest);
alter table link_sign_in add constraint link_sign_in_pkey PRIMARY KEY (session, neighbour_id);
alter table audit_entry add constraint audit_entry_pkey PRIMARY KEY (id);
alter table audit_seal add constraint audit_seal_pkey PRIMARY KEY (number);
alter table mail add constraint mail_pkey PRIMARY KEY (id);
alter table webhook add constraint webhook_pkey PRIMARY KEY (id);
alter table webhook_delivery add constraint webhook_delivery_pkey PRIMARY KEY (webhook_id, id);
alter table attempt add constraint attempt_pkey PRIMARY KEY (subject, step, refused_at);
alter table hour_count add constraint hour_count_pkey PRIMARY KEY (at, step, outcome);
alter table signing_key add constraint signing_key_pkey PRIMARY KEY (kid);
alter table signing_key add constraint signing_key_use_generation_key UNIQUE (use, generation);
alter table encryption add constraint encryption_pkey PRIMARY KEY (id);
alter table guess add constraint guess_pkey PRIMARY KEY (key);
alter table lookup_client add constraint lookup_client_pkey PRIMARY KEY (network);
alter table setting add constraint setting_pkey PRIMARY KEY (name);
alter table username_history add constraint username_history_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table former_skin add constraint former_skin_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table used_totp_step add constraint used_totp_step_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table recovery_code add constraint recovery_code_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table passkey add constraint passkey_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table known_device add constraint known_device_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table one_time_link add constraint one_time_link_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table email_change add constraint email_change_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table factor_undo add constraint factor_undo_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table change_undo add constraint change_undo_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table oauth_grant add constraint oauth_grant_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table oauth_grant add constraint oauth_grant_client_id_fkey FOREIGN KEY (client_id) REFERENCES oauth_client(client_id) ON DELETE CASCADE;
alter table oauth_artifact add constraint oauth_artifact_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table oauth_artifact add constraint oauth_artifact_client_id_fkey FOREIGN KEY (client_id) REFERENCES oauth_client(client_id) ON DELETE CASCADE;
alter table oauth_artifact add constraint oauth_artifact_grant_id_fkey FOREIGN KEY (grant_id) REFERENCES oauth_grant(id) ON DELETE CASCADE;
alter table credential add constraint credential_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table credential add constraint credential_grant_id_fkey FOREIGN KEY (grant_id) REFERENCES oauth_grant(id) ON DELETE CASCADE;
alter table pending_join add constraint pending_join_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table idempotency_key add constraint idempotency_key_token_id_fkey FOREIGN KEY (token_id) REFERENCES api_token(id) ON DELETE CASCADE;
alter table group_member add constraint group_member_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table group_member add constraint group_member_group_name_fkey FOREIGN KEY (group_name) REFERENCES player_group(name) ON DELETE CASCADE;
alter table game_server_key add constraint game_server_key_server_id_fkey FOREIGN KEY (server_id) REFERENCES game_server(id) ON DELETE CASCADE;
alter table game_server_group add constraint game_server_group_server_id_fkey FOREIGN KEY (server_id) REFERENCES game_server(id) ON DELETE CASCADE;
alter table neighbour_key add constraint neighbour_key_neighbour_id_fkey FOREIGN KEY (neighbour_id) REFERENCES neighbour(id) ON DELETE CASCADE;
alter table neighbour_answer add constraint neighbour_answer_neighbour_id_fkey FOREIGN KEY (neighbour_id) REFERENCES neighbour(id) ON DELETE CASCADE;
alter table game_server_neighbour add constraint game_server_neighbour_neighbour_id_fkey FOREIGN KEY (neighbour_id) REFERENCES neighbour(id) ON DELETE CASCADE;
alter table game_server_neighbour add constraint game_server_neighbour_server_id_fkey FOREIGN KEY (server_id) REFERENCES game_server(id) ON DELETE CASCADE;
alter table mirrored_textures add constraint mirrored_textures_uuid_fkey FOREIGN KEY (uuid) REFERENCES visitor(uuid) ON DELETE CASCADE;
alter table listed_visitor add constraint listed_visitor_neighbour_id_fkey FOREIGN KEY (neighbour_id) REFERENCES neighbour(id) ON DELETE CASCADE;
alter table neighbour_link add constraint neighbour_link_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table neighbour_link add constraint neighbour_link_neighbour_id_fkey FOREIGN KEY (neighbour_id) REFERENCES neighbour(id) ON DELETE CASCADE;
alter table link_code add constraint link_code_neighbour_id_fkey FOREIGN KEY (neighbour_id) REFERENCES neighbour(id) ON DELETE CASCADE;
alter table link_sign_in add constraint link_sign_in_neighbour_id_fkey FOREIGN KEY (neighbour_id) REFERENCES neighbour(id) ON DELETE CASCADE;
alter table webhook_delivery add constraint webhook_delivery_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhook(id) ON DELETE CASCADE;
CREATE INDEX account_by_skin ON public.account USING btree (skin_hash);
CREATE INDEX account_by_cape ON public.account USING btree (cape_hash);
CREATE INDEX account_by_hidden_cape ON public.account USING btree (hidden_cape) WHERE (hidden_cape IS NOT NULL);
CREATE INDEX account_by_roles ON public.account USING btree (roles) WHERE (roles IS NOT NULL);
CREATE INDEX account_by_suspension ON public.account USING btree (id) WHERE (suspended_at IS NOT NULL);
CREATE INDEX account_by_deletion ON public.account USING btree (deletes_at) WHERE (deletes_at IS NOT NULL);
CREATE INDEX account_by_creation ON public.account USING btree (created_at, id) INCLUDE (username_folded, email_folded);
CREATE INDEX username_history_by_name ON public.username_history USING btree (lower(username));
CREATE INDEX account_by_part ON public.account USING gin (translate(username_folded, '_.@-+'::text, '00000'::text) gin_trgm_ops, translate(email_folded, '_.@-+'::text, '00000'::text) gin_trgm_ops);
CREATE INDEX name_claim_by_end ON public.name_claim USING btree (until) WHERE (until IS NOT NULL);
CREATE INDEX name_claim_by_holder ON public.name_claim USING btree (account_id) WHERE (until IS NOT NULL);
CREATE INDEX name_claim_by_visitor ON public.name_claim USING btree (visitor_id) WHERE (visitor_id IS NOT NULL);
CREATE INDEX texture_by_wearer ON public.texture USING btree (worn_by, worn_at);
CREATE INDEX former_skin_by_hash ON public.former_skin USING btree (hash);
CREATE INDEX former_skin_by_age ON public.former_skin USING btree (taken_off_at);
CREATE UNIQUE INDEX invite_by_digest ON public.invite USING btree (digest);
CREATE INDEX registration_by_name ON public.registration USING btree (username_folded);
CREATE INDEX registration_by_email ON public.registration USING btree (email_folded);
CREATE INDEX registration_by_invite ON public.registration USING btree (invite_id);
CREATE INDEX registration_by_expiry ON public.registration USING btree (expires_at);
CREATE INDEX registration_by_network ON public.registration USING btree (network, expires_at);
CREATE INDEX used_totp_step_by_step ON public.used_totp_step USING btree (step);
CREATE INDEX passkey_by_account ON public.passkey USING btree (account_id);
CREATE INDEX used_challenge_by_expiry ON public.used_challenge USING btree (expires_at);
CREATE INDEX known_device_by_age ON public.known_device USING btree (seen_at);
CREATE INDEX recovery_by_expiry ON public.recovery USING btree (expires_at);
CREATE INDEX one_time_link_by_expiry ON public.one_time_link USING btree (expires_at);
CREATE INDEX email_change_by_account ON public.email_change USING btree (account_id);
CREATE INDEX email_change_by_expiry ON public.email_change USING btree (expires_at);
CREATE INDEX factor_undo_by_account ON public.factor_undo USING btree (account_id);
CREATE INDEX factor_undo_by_expiry ON public.factor_undo USING btree (expires_at);
CREATE INDEX change_undo_by_account ON public.change_undo USING btree (account_id);
CREATE INDEX change_undo_by_expiry ON public.change_undo USING btree (expires_at);
CREATE INDEX oauth_grant_by_account ON public.oauth_grant USING btree (account_id, client_id);
CREATE INDEX oauth_grant_by_client ON public.oauth_grant USING btree (client_id);
CREATE INDEX oauth_grant_by_expiry ON public.oauth_grant USING btree (expires_at);
CREATE INDEX oauth_artifact_by_grant ON public.oauth_artifact USING btree (grant_id, kind, consumed_at);
CREATE INDEX oauth_artifact_by_account ON public.oauth_artifact USING btree (account_id, kind, expires_at);
CREATE INDEX oauth_artifact_by_client ON public.oauth_artifact USING btree (client_id);
CREATE INDEX oauth_artifact_by_expiry ON public.oauth_artifact USING btree (expires_at);
CREATE INDEX credential_by_account ON public.credential USING btree (account_id, kind, expires_at);
CREATE INDEX credential_by_expiry ON public.credential USING btree (expires_at);
CREATE INDEX credential_by_first_use ON public.credential USING btree (first_used_at);
CREATE INDEX credential_by_grant ON public.credential USING btree (grant_id) WHERE (grant_id IS NOT NULL);
CREATE INDEX pending_join_by_expiry ON public.pending_join USING btree (expires_at);
CREATE INDEX idempotency_key_by_token ON public.idempotency_key USING btree (token_id);
CREATE INDEX idempotency_key_by_expiry ON public.idempotency_key USING btree (expires_at);
CREATE INDEX group_member_by_group ON public.group_member USING btree (group_name, account_id);
CREATE INDEX game_server_key_by_server ON public.game_server_key USING btree (server_id);
CREATE INDEX game_server_key_by_end ON public.game_server_key USING btree (ends_at) WHERE (ends_at IS NOT NULL);
CREATE UNIQUE INDEX game_server_key_in_force ON public.game_server_key USING btree (server_id) WHERE (ends_at IS NULL);
CREATE INDEX game_server_neighbour_by_neighbour ON public.game_server_neighbour USING btree (neighbour_id);
CREATE INDEX visitor_by_name ON public.visitor USING btree (name_key, uuid);
CREATE INDEX visitor_by_neighbour ON public.visitor USING btree (neighbour_id, uuid);
CREATE INDEX visitor_by_last_seen ON public.visitor USING btree (last_seen);
CREATE INDEX visitor_of_one_join ON public.visitor USING btree (last_seen) WHERE (joins = 1);
CREATE INDEX mirrored_textures_by_skin ON public.mirrored_textures USING btree (skin_hash);
CREATE INDEX mirrored_textures_by_cape ON public.mirrored_textures USING btree (cape_hash);
CREATE INDEX mirrored_textures_by_age ON public.mirrored_textures USING btree (checked_at, uuid);
CREATE INDEX listed_visitor_by_neighbour ON public.listed_visitor USING btree (neighbour_id);
CREATE INDEX refused_visit_by_age ON public.refused_visit USING btree (at, digest);
CREATE INDEX neighbour_link_by_account ON public.neighbour_link USING btree (account_id, name_key);
CREATE INDEX neighbour_link_by_name ON public.neighbour_link USING btree (name_key);
CREATE INDEX neighbour_link_by_uuid ON public.neighbour_link USING btree (uuid);
CREATE INDEX link_code_by_expiry ON public.link_code USING btree (expires_at);
CREATE INDEX link_sign_in_by_neighbour ON public.link_sign_in USING btree (neighbour_id);
CREATE INDEX link_sign_in_by_expiry ON public.link_sign_in USING btree (expires_at);
CREATE INDEX audit_entry_by_account ON public.audit_entry USING btree (account_id, id);
CREATE INDEX audit_entry_by_event ON public.audit_entry USING btree (event, id);
CREATE INDEX audit_entry_by_seal ON public.audit_entry USING btree (seal, id);
CREATE INDEX mail_by_due ON public.mail USING btree (due_at);
CREATE INDEX mail_by_expiry ON public.mail USING btree (expires_at);
CREATE INDEX webhook_delivery_by_state ON public.webhook_delivery USING btree (webhook_id, state, seal, id);
CREATE INDEX webhook_delivery_by_seal ON public.webhook_delivery USING btree (seal);
CREATE INDEX attempt_by_time ON public.attempt USING btree (at);
CREATE INDEX attempt_by_refusal ON public.attempt USING btree (refused_at) WHERE (refused_at > 0);
CREATE INDEX attempt_by_server ON public.attempt USING btree (server, at) WHERE (server IS NOT NULL);
CREATE INDEX signing_key_by_creation ON public.signing_key USING btree (created_at);
CREATE INDEX guess_by_full_at ON public.guess USING btree (full_at);
CREATE INDEX guess_by_subject ON public.guess USING btree (substr(key, (length(key) - 31)));
CREATE INDEX lookup_client_by_ban ON public.lookup_client USING btree (banned_at);
CREATE INDEX lookup_client_by_forgotten ON public.lookup_client USING btree (forgotten_at);
CREATE OR REPLACE FUNCTION public.claim_account_names()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
    end $function$
;
CREATE OR REPLACE FUNCTION public.change_account_name()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      delete from name_claim where name_key = old.username_folded and account_id = old.id;
      delete from name_claim where name_key = new.username_folded and account_id = new.id;
  insert into name_claim (name_key, kind, account_id) values (new.username_folded, 'account', new.id);
      return null;
    end $function$
;
CREATE OR REPLACE FUNCTION public.release_account_name()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      delete from name_claim where name_key = old.username_folded and account_id = old.id;
      return null;
    end $function$
;
CREATE OR REPLACE FUNCTION public.remember_deleted_account()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      insert into deleted_account (id) values (old.id) on conflict (id) do nothing;
      return null;
    end $function$
;
CREATE OR REPLACE FUNCTION public.write_group_names()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare changed_id text;
    begin
      for changed_id in select distinct account_id from changed order by account_id loop
        perform 1 from account where id = changed_id for no key update;
        update account set group_names = (select string_agg(group_name, ' ' order by group_name collate "C")
          from group_member where account_id = changed_id) where id = changed_id;
      end loop;
      return null;
    end $function$
;
CREATE OR REPLACE FUNCTION public.lock_uuids_for_account()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        perform pg_advisory_xact_lock_shared(1313821262);
        return null;
      end $function$
;
CREATE OR REPLACE FUNCTION public.lock_uuids_for_visitor()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        perform pg_advisory_xact_lock(1313821262);
        return null;
      end $function$
;
CREATE OR REPLACE FUNCTION public.refuse_uuid_of_visitor()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      if exists (select 1 from visitor where uuid = new.id) then raise unique_violation using table = 'visitor', detail = 'Key (uuid)=(…) already exists.'; end if;
      return null;
    end $function$
;
CREATE OR REPLACE FUNCTION public.refuse_uuid_of_account()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      if exists (select 1 from account where id = new.uuid) or exists (select 1 from deleted_account where id = new.uuid) then raise unique_violation using table = 'visitor', detail = 'Key (uuid)=(…) already exists.'; end if;
      return null;
    end $function$
;
CREATE TRIGGER account_claims_name AFTER INSERT ON public.account REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION claim_account_names();
CREATE TRIGGER account_changes_name AFTER UPDATE OF username_folded ON public.account FOR EACH ROW WHEN ((old.username_folded <> new.username_folded)) EXECUTE FUNCTION change_account_name();
CREATE TRIGGER account_releases_name AFTER DELETE ON public.account FOR EACH ROW EXECUTE FUNCTION release_account_name();
CREATE TRIGGER account_is_remembered AFTER DELETE ON public.account FOR EACH ROW EXECUTE FUNCTION remember_deleted_account();
CREATE TRIGGER group_names_after_insert AFTER INSERT ON public.group_member REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION write_group_names();
CREATE TRIGGER group_names_after_delete AFTER DELETE ON public.group_member REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION write_group_names();
CREATE TRIGGER account_locks_uuids BEFORE INSERT ON public.account FOR EACH STATEMENT EXECUTE FUNCTION lock_uuids_for_account();
CREATE TRIGGER visitor_locks_uuids BEFORE INSERT ON public.visitor FOR EACH STATEMENT EXECUTE FUNCTION lock_uuids_for_visitor();
CREATE TRIGGER account_is_no_visitor AFTER INSERT ON public.account FOR EACH ROW EXECUTE FUNCTION refuse_uuid_of_visitor();
CREATE TRIGGER visitor_is_no_account AFTER INSERT ON public.visitor FOR EACH ROW EXECUTE FUNCTION refuse_uuid_of_account();
