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
  password_hash text not null,
  credentials_version bigint not null default 0,
  language text not null,
  totp_secret text,
  skin_hash text,
  skin_model text,
  cape_hash text,
  suspended_at bigint,
  suspended_until bigint,
  suspension_reason text,
  created_at bigint not null,
  secrets_version bigint not null default 0,
  deletes_at bigint,
  roles text,
  email_confirmed text,
  totp_since bigint,
  group_names text,
  suspended_by text,
  hidden_cape text
);
create table username_history (
  account_id text not null,
  username text not null,
  changed_at bigint not null
);
create table launcher_token (
  jti text not null,
  account_id text not null,
  client_token text not null,
  credentials_version bigint not null,
  issued_at bigint not null,
  expires_at bigint not null
);
create table pending_join (
  account_id text not null,
  server_id_digest text not null,
  address text not null,
  credentials_version bigint not null,
  expires_at bigint not null
);
create table used_totp_step (
  account_id text not null,
  step bigint not null
);
create table guess (
  key text not null,
  full_at bigint not null
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
create table lookup_client (
  network text not null,
  full_at bigint not null,
  banned_at bigint,
  ends_at bigint,
  ban_length bigint not null,
  forgotten_at bigint
);
create table texture (
  hash text not null,
  png text not null,
  unworn_since bigint,
  worn_by text,
  worn_at bigint
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
  first_used_at bigint,
  last_used_at bigint,
  grant_id text,
  scope text
);
create table encryption (
  id text not null,
  salt text not null,
  check_value text not null,
  created_at bigint not null,
  erased_at bigint
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
create table oauth_client (
  client_id text not null,
  name text not null,
  secret_digest text,
  redirect_uris text not null,
  id_token_alg text not null,
  created_at bigint not null,
  pkce text not null default 'required'::text,
  member_groups text,
  logout_uris text
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
create table recovery (
  digest text not null,
  account_id text not null,
  secrets_version bigint not null,
  expires_at bigint not null,
  email_folded text
);
create table invite (
  id text not null,
  code text not null,
  uses bigint not null,
  created_at bigint not null,
  expires_at bigint,
  group_name text,
  digest text
);
create table email_change (
  digest text not null,
  account_id text not null,
  secrets_version bigint not null,
  email text not null,
  expires_at bigint not null
);
create table former_skin (
  account_id text not null,
  hash text not null,
  model text not null,
  taken_off_at bigint not null
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
  created_at bigint not null,
  last_used_at bigint,
  backup_eligible integer
);
create table used_challenge (
  digest text not null,
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
  maker_kind text,
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
  failures bigint,
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
create table known_device (
  account_id text not null,
  digest text not null,
  seen_at bigint not null
);
create table hour_count (
  at bigint not null,
  step text not null,
  outcome text not null,
  count bigint not null
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
create table factor_undo (
  digest text not null,
  account_id text not null,
  passkey_id text,
  since bigint not null,
  expires_at bigint not null
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
  browser text,
  network text not null default ''::text,
  group_name text
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
  tells_groups text not null,
  created_at bigint not null,
  last_asked_at bigint,
  visitors_who text,
  tells_source text not null default 'on'::text,
  links text not null default 'admit'::text
);
create table game_server_key (
  digest text not null,
  server_id text not null,
  key text not null,
  created_at bigint not null,
  ends_at bigint,
  admission text
);
create table game_server_group (
  server_id text not null,
  group_name text not null
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
create table setting (
  name text not null,
  value text not null,
  version text not null
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
  is_private text not null,
  forwards_address text not null,
  lookups text not null,
  chat_keys text not null,
  paused_at bigint,
  created_at bigint not null,
  keys_url text,
  keys_read_at bigint,
  client_id text,
  client_secret text,
  authorization_server text
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
  first_seen bigint not null,
  last_seen bigint not null,
  joins bigint not null,
  suspended_by text
);
create table listed_visitor (
  neighbour_id text not null,
  name_key text not null,
  server_id text not null,
  added_at bigint not null
);
create table neighbour_key (
  neighbour_id text not null,
  use text not null,
  spki text not null,
  first_seen bigint not null,
  confirmed_at bigint
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
  expires_at bigint not null,
  session text
);
create table mirrored_textures (
  uuid text not null,
  links text not null,
  skin_hash text,
  skin_model text,
  cape_hash text,
  checked_at bigint not null
);
create table link_sign_in (
  session text not null,
  neighbour_id text not null,
  state_digest text not null,
  expires_at bigint not null
);
create table neighbour_answer (
  neighbour_id text not null,
  at bigint not null,
  problem text
);
create table refused_visit (
  digest text not null,
  at bigint not null,
  server text not null,
  name text not null,
  reason text not null
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
insert into kysely_migration ("name", "timestamp") values ('0001-engine', '2026-11-27T00:37:18.134Z');
insert into kysely_migration ("name", "timestamp") values ('0002-lookup-clients', '2026-11-27T00:37:18.146Z');
insert into kysely_migration ("name", "timestamp") values ('0003-textures', '2026-11-27T00:37:18.158Z');
insert into kysely_migration ("name", "timestamp") values ('0004-signing-key-revision', '2026-11-27T00:37:18.160Z');
insert into kysely_migration ("name", "timestamp") values ('0005-credentials', '2026-11-27T00:37:18.172Z');
insert into kysely_migration ("name", "timestamp") values ('0006-stored', '2026-11-27T00:37:18.175Z');
insert into kysely_migration ("name", "timestamp") values ('0007-secrets', '2026-11-27T00:37:18.184Z');
insert into kysely_migration ("name", "timestamp") values ('0008-secrets-version', '2026-11-27T00:37:18.186Z');
insert into kysely_migration ("name", "timestamp") values ('0009-audit', '2026-11-27T00:37:18.205Z');
insert into kysely_migration ("name", "timestamp") values ('0010-credential-use', '2026-11-27T00:37:18.210Z');
insert into kysely_migration ("name", "timestamp") values ('0011-optional-email', '2026-11-27T00:37:18.213Z');
insert into kysely_migration ("name", "timestamp") values ('0012-mail', '2026-11-27T00:37:18.222Z');
insert into kysely_migration ("name", "timestamp") values ('0014-oauth', '2026-11-27T00:37:18.265Z');
insert into kysely_migration ("name", "timestamp") values ('0016-registrations', '2026-11-27T00:37:18.292Z');
insert into kysely_migration ("name", "timestamp") values ('0017-invites', '2026-11-27T00:37:18.298Z');
insert into kysely_migration ("name", "timestamp") values ('0018-account-pages', '2026-11-27T00:37:18.326Z');
insert into kysely_migration ("name", "timestamp") values ('0019-former-skins', '2026-11-27T00:37:18.337Z');
insert into kysely_migration ("name", "timestamp") values ('0020-recovery-codes', '2026-11-27T00:37:18.347Z');
insert into kysely_migration ("name", "timestamp") values ('0021-passkeys', '2026-11-27T00:37:18.364Z');
insert into kysely_migration ("name", "timestamp") values ('0022-roles', '2026-11-27T00:37:18.368Z');
insert into kysely_migration ("name", "timestamp") values ('0023-account-search', '2026-11-27T00:37:18.393Z');
insert into kysely_migration ("name", "timestamp") values ('0024-api-tokens', '2026-11-27T00:37:18.413Z');
insert into kysely_migration ("name", "timestamp") values ('0025-attempts', '2026-11-27T00:37:18.428Z');
insert into kysely_migration ("name", "timestamp") values ('0026-webhooks', '2026-11-27T00:37:18.446Z');
insert into kysely_migration ("name", "timestamp") values ('0027-confirmed-email', '2026-11-27T00:37:18.450Z');
insert into kysely_migration ("name", "timestamp") values ('0028-known-devices', '2026-11-27T00:37:18.461Z');
insert into kysely_migration ("name", "timestamp") values ('0029-hour-counts', '2026-11-27T00:37:18.473Z');
insert into kysely_migration ("name", "timestamp") values ('0030-account-search', '2026-11-27T00:37:18.479Z');
insert into kysely_migration ("name", "timestamp") values ('0031-account-by-deletion', '2026-11-27T00:37:18.487Z');
insert into kysely_migration ("name", "timestamp") values ('0032-name-claims', '2026-11-27T00:37:18.505Z');
insert into kysely_migration ("name", "timestamp") values ('0033-deleted-accounts', '2026-11-27T00:37:18.518Z');
insert into kysely_migration ("name", "timestamp") values ('0034-undone-factors', '2026-11-27T00:37:18.542Z');
insert into kysely_migration ("name", "timestamp") values ('0035-registrations-apart', '2026-11-27T00:37:18.564Z');
insert into kysely_migration ("name", "timestamp") values ('0036-sweep-indexes', '2026-11-27T00:37:18.569Z');
insert into kysely_migration ("name", "timestamp") values ('0038-api-token-maker', '2026-11-27T00:37:18.578Z');
insert into kysely_migration ("name", "timestamp") values ('0039-client-pkce', '2026-11-27T00:37:18.580Z');
insert into kysely_migration ("name", "timestamp") values ('0040-groups', '2026-11-27T00:37:18.594Z');
insert into kysely_migration ("name", "timestamp") values ('0041-game-servers', '2026-11-27T00:37:18.617Z');
insert into kysely_migration ("name", "timestamp") values ('0042-one-time-links', '2026-11-27T00:37:18.626Z');
insert into kysely_migration ("name", "timestamp") values ('0043-settings', '2026-11-27T00:37:18.631Z');
insert into kysely_migration ("name", "timestamp") values ('0044-admission', '2026-11-27T00:37:18.636Z');
insert into kysely_migration ("name", "timestamp") values ('0045-neighbours', '2026-11-27T00:37:18.649Z');
insert into kysely_migration ("name", "timestamp") values ('0046-visitors', '2026-11-27T00:37:18.669Z');
insert into kysely_migration ("name", "timestamp") values ('0047-neighbour-keys', '2026-11-27T00:37:18.676Z');
insert into kysely_migration ("name", "timestamp") values ('0048-linked-players', '2026-11-27T00:37:18.696Z');
insert into kysely_migration ("name", "timestamp") values ('0049-mirrored-textures', '2026-11-27T00:37:18.705Z');
insert into kysely_migration ("name", "timestamp") values ('0050-neighbour-clients', '2026-11-27T00:37:18.716Z');
insert into kysely_migration ("name", "timestamp") values ('0052-neighbour-news', '2026-11-27T00:37:18.729Z');
insert into kysely_migration ("name", "timestamp") values ('0053-undone-changes', '2026-11-27T00:37:18.741Z');
insert into kysely_migration ("name", "timestamp") values ('0054-accounts-by-creation', '2026-11-27T00:37:18.744Z');
insert into kysely_migration ("name", "timestamp") values ('0056-bounded-visitors', '2026-11-27T00:37:18.750Z');
insert into kysely_migration ("name", "timestamp") values ('0057-older-sqlite', '2026-11-27T00:37:18.751Z');
insert into kysely_migration ("name", "timestamp") values ('0058-keyed-digests', '2026-11-27T00:37:18.758Z');
insert into kysely_migration ("name", "timestamp") values ('0059-logout-and-outages', '2026-11-27T00:37:18.760Z');
insert into kysely_migration ("name", "timestamp") values ('0061-passkeys-kept-elsewhere', '2026-11-27T00:37:18.761Z');
insert into kysely_migration ("name", "timestamp") values ('0062-hidden-capes', '2026-11-27T00:37:18.764Z');
insert into kysely_migration_lock ("id", "is_locked") values ('migration_lock', 0);
insert into name_claim ("name_key", "kind", "account_id", "until", "visitor_id") values ('plain', 'account', '24461695730b42d2bbebb7ac83c705c3', null, null);
insert into name_claim ("name_key", "kind", "account_id", "until", "visitor_id") values ('twofactors', 'account', 'e9274526eb334d958bdb47d837f96503', null, null);
insert into name_claim ("name_key", "kind", "account_id", "until", "visitor_id") values ('suspended', 'account', 'faf849a91550455c94426312ef344b80', null, null);
insert into name_claim ("name_key", "kind", "account_id", "until", "visitor_id") values ('briefly', 'account', '687d2eb4e4574389ae09e35017baffc3', null, null);
insert into name_claim ("name_key", "kind", "account_id", "until", "visitor_id") values ('after', 'account', 'ce90733c9372471fa9af329522e1626c', null, null);
insert into name_claim ("name_key", "kind", "account_id", "until", "visitor_id") values ('before', 'held', 'ce90733c9372471fa9af329522e1626c', 1797854400000, null);
insert into name_claim ("name_key", "kind", "account_id", "until", "visitor_id") values ('nomail', 'account', '4e5a40461be2444789cf4c5625ea1e8b', null, null);
insert into name_claim ("name_key", "kind", "account_id", "until", "visitor_id") values ('chief', 'account', '58158ddc85564f20b1d787ab3d115f4c', null, null);
insert into name_claim ("name_key", "kind", "account_id", "until", "visitor_id") values ('dressed', 'account', '081e091e7dd641bb968bbf03a30787a2', null, null);
insert into name_claim ("name_key", "kind", "account_id", "until", "visitor_id") values ('leaving', 'account', 'edb7dc661c004bf6ab54713502d505ce', null, null);
insert into account ("id", "username", "username_folded", "email", "email_folded", "password_hash", "credentials_version", "language", "totp_secret", "skin_hash", "skin_model", "cape_hash", "suspended_at", "suspended_until", "suspension_reason", "created_at", "secrets_version", "deletes_at", "roles", "email_confirmed", "totp_since", "group_names", "suspended_by", "hidden_cape") values ('24461695730b42d2bbebb7ac83c705c3', 'Plain', 'plain', 'Plain@example.test', 'plain@example.test', '$argon2id$v=19$m=1024,t=1,p=1$4kErRkt7s/m/XFl2wDhn8g$XUPEEH7AuXQF6j6/L0imFoAi76NnUVZjAKWQQ0YiKuI', 0, 'en', null, null, null, null, null, null, null, 1795262400000, 0, null, null, null, null, null, null, null);
insert into account ("id", "username", "username_folded", "email", "email_folded", "password_hash", "credentials_version", "language", "totp_secret", "skin_hash", "skin_model", "cape_hash", "suspended_at", "suspended_until", "suspension_reason", "created_at", "secrets_version", "deletes_at", "roles", "email_confirmed", "totp_since", "group_names", "suspended_by", "hidden_cape") values ('e9274526eb334d958bdb47d837f96503', 'TwoFactors', 'twofactors', 'TwoFactors@example.test', 'twofactors@example.test', '$argon2id$v=19$m=1024,t=1,p=1$UBJK6tyuwgu4RchcVqUmqQ$Yoc4zsP1rcIM9vMrnkZ3UrrIj4GkMkztdyV74gWQG0c', 1, 'en', 'enc:v1:Btg7Qp7pPR1btaXuJZteKgIAMVDlw0LvrDDtQRCfWIGNJcdpfj90y4JKWCYCnitvIp9FA2PVB5qlaD1g', null, null, null, null, null, null, 1795262400000, 1, null, null, null, 1795262400000, null, null, null);
insert into account ("id", "username", "username_folded", "email", "email_folded", "password_hash", "credentials_version", "language", "totp_secret", "skin_hash", "skin_model", "cape_hash", "suspended_at", "suspended_until", "suspension_reason", "created_at", "secrets_version", "deletes_at", "roles", "email_confirmed", "totp_since", "group_names", "suspended_by", "hidden_cape") values ('faf849a91550455c94426312ef344b80', 'Suspended', 'suspended', 'Suspended@example.test', 'suspended@example.test', '$argon2id$v=19$m=1024,t=1,p=1$5A22MO9PZP4htDwyCFzFMQ$5g/KpNsrIhzVYz8aeHDetEkBukt0lsYLsVA2jNG25s8', 1, 'en', null, null, null, null, 1795262400000, null, 'griefing', 1795262400000, 0, null, null, null, null, null, 'admin', null);
insert into account ("id", "username", "username_folded", "email", "email_folded", "password_hash", "credentials_version", "language", "totp_secret", "skin_hash", "skin_model", "cape_hash", "suspended_at", "suspended_until", "suspension_reason", "created_at", "secrets_version", "deletes_at", "roles", "email_confirmed", "totp_since", "group_names", "suspended_by", "hidden_cape") values ('687d2eb4e4574389ae09e35017baffc3', 'Briefly', 'briefly', 'Briefly@example.test', 'briefly@example.test', '$argon2id$v=19$m=1024,t=1,p=1$DPIhN1/Iu46a2UGaiA0WUg$5Y6ydO+epZNQ+5FQiwZ27+lTCkOm5MeF9U++t5u9eG0', 1, 'en', null, null, null, null, 1795262400000, 1797854400000, null, 1795262400000, 0, null, null, null, null, null, 'admin', null);
insert into account ("id", "username", "username_folded", "email", "email_folded", "password_hash", "credentials_version", "language", "totp_secret", "skin_hash", "skin_model", "cape_hash", "suspended_at", "suspended_until", "suspension_reason", "created_at", "secrets_version", "deletes_at", "roles", "email_confirmed", "totp_since", "group_names", "suspended_by", "hidden_cape") values ('ce90733c9372471fa9af329522e1626c', 'After', 'after', 'Before@example.test', 'before@example.test', '$argon2id$v=19$m=1024,t=1,p=1$l+x3vF9FcyQPzn7yt6s4UA$iDNzA0n8oBXdFD89dYGVJKljah0tBQM7Dl260m80sjs', 0, 'en', null, null, null, null, null, null, null, 1795262400000, 0, null, null, null, null, null, null, null);
insert into account ("id", "username", "username_folded", "email", "email_folded", "password_hash", "credentials_version", "language", "totp_secret", "skin_hash", "skin_model", "cape_hash", "suspended_at", "suspended_until", "suspension_reason", "created_at", "secrets_version", "deletes_at", "roles", "email_confirmed", "totp_since", "group_names", "suspended_by", "hidden_cape") values ('4e5a40461be2444789cf4c5625ea1e8b', 'NoMail', 'nomail', null, null, '$argon2id$v=19$m=1024,t=1,p=1$rhmH3oG1w0w04paRvjldUw$ik0XkkXYHDsgRpKTtH/bPU2MtsfwJZKPX8plUaQ6kj4', 0, 'en', null, null, null, null, null, null, null, 1795262400000, 0, null, null, null, null, null, null, null);
insert into account ("id", "username", "username_folded", "email", "email_folded", "password_hash", "credentials_version", "language", "totp_secret", "skin_hash", "skin_model", "cape_hash", "suspended_at", "suspended_until", "suspension_reason", "created_at", "secrets_version", "deletes_at", "roles", "email_confirmed", "totp_since", "group_names", "suspended_by", "hidden_cape") values ('58158ddc85564f20b1d787ab3d115f4c', 'Chief', 'chief', 'Chief@example.test', 'chief@example.test', '$argon2id$v=19$m=1024,t=1,p=1$TQkNwnqW8qKB4nmF1M4llA$j30a7jqGyjWkAysURFtJo4kMLgVqgjLhAu0LWqsIX/4', 0, 'en', null, null, null, null, null, null, null, 1795262400000, 0, null, 'admin', null, null, null, null, null);
insert into account ("id", "username", "username_folded", "email", "email_folded", "password_hash", "credentials_version", "language", "totp_secret", "skin_hash", "skin_model", "cape_hash", "suspended_at", "suspended_until", "suspension_reason", "created_at", "secrets_version", "deletes_at", "roles", "email_confirmed", "totp_since", "group_names", "suspended_by", "hidden_cape") values ('081e091e7dd641bb968bbf03a30787a2', 'Dressed', 'dressed', 'Dressed@example.test', 'dressed@example.test', '$argon2id$v=19$m=1024,t=1,p=1$GZLslJY3hVnqyo9RKnh//g$JQScpEkpoivP/xm/ti6t3ydrlorNm0W/gUQvdbhQJqA', 0, 'en', null, '780551c3882fa122a07468c82f53ad7ee818477db5ff5a48612c8da1e98a7f6e', 'slim', null, null, null, null, 1795262400000, 0, null, null, null, null, null, null, null);
insert into account ("id", "username", "username_folded", "email", "email_folded", "password_hash", "credentials_version", "language", "totp_secret", "skin_hash", "skin_model", "cape_hash", "suspended_at", "suspended_until", "suspension_reason", "created_at", "secrets_version", "deletes_at", "roles", "email_confirmed", "totp_since", "group_names", "suspended_by", "hidden_cape") values ('edb7dc661c004bf6ab54713502d505ce', 'Leaving', 'leaving', 'Leaving@example.test', 'leaving@example.test', '$argon2id$v=19$m=1024,t=1,p=1$0lqUnK4NePXohjG9DK+ULQ$5PiVTQKZsGGNCYfONDntvf6I3j9JawLXABM/2Iw6eSs', 1, 'en', null, null, null, null, null, null, null, 1795262400000, 0, 1795867200000, null, null, null, null, null, null);
insert into texture ("hash", "png", "unworn_since", "worn_by", "worn_at") values ('780551c3882fa122a07468c82f53ad7ee818477db5ff5a48612c8da1e98a7f6e', 'iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAYAAACqaXHeAAAgAElEQVR42g2acVzb9Z3//dk1jklWO9OxDrrMuBqDRhHJoGKQwWWSQRGXFQa9RrOSCTO9nBda1rgsDxiZFC4DUSoZyxYHhesy44oXvGicbOByRVsWfDApI3OOy6R4nuS4Tnpcef7ef7z+ej9ej+fj8frn+3m8vq/r1P/v/3GbSC8qEpWKKkRmUZ2oQWQV2UUOkUvkFnWIukV9otOioGhUFBZNiGKiKVFCdFG0IFoWrYjWRBnRpgiRQqQUqUS5Io1IJyoQFYvKRCZRjcgiahLZRC0ip+iEyCPqEvWKBkQBUUg0LoqIoqK4aFo0K0qKFkXXqbMlgOzr0WfvoCj7E5Rm76QiW4E5+wbqsj9JQ3YW1uxPYc++EUd2Nq5sJe7sT9ORvYvu7Jvoy97N6ezPEMy+mdFsFeHsPUxkf5ZYdg5T2Z8jkb2Xi9mfZyE7l+XsPFay97GW/QUy2Wo2s78I2begyNagzL4VVfaXyM3ejyb7NnTZWgqyb6c4W0dZdj6m7Duoyb4TS7aepuy7sGXfTUt2Ac7seziRXYgn+166sovozTYwkP1lAtnFhLJLGM8+QCT7PqLZpcSz72c628hsdhnJ7AdYzC6XAHIkgJwd6HN2UpRzA6U5WVTk3Ig5R0ldzi4acnZjzbkZe84eHDk5uHL24s7JpSNnH905avpybuF0zq0Ec/YzmqMlnKNjIucOYjl6pnLuJpFzDxdz7mUhx8ByTjErOQdYyyklk2NkM+cByPkKipxKlDkmVDkPkptjRpNTjS7nIAU5D1Gc8zBlORZMOYeoyWnAktNIU85hbDlHaMl5BGeOjRM5R/Hk2OnKeYzenFYGch4nkHOMUI6T8ZwniOS4iOYcJ57TznTOSWZzniSZ42ExxysBaCQAzSfQa26gSPMpSjVKKjQ3YdbcTJ3mszRo9mLV5GHXqHFoNLg0+3FrbqdDcwfdmrvo09zDaU0RQU0xo5r7CGuMTGjKiWkqmdJ8lYTGzEVNDQuah1jWfJ0VzSHWNN8koznMpsYKGhsKTTNKzWOoNN8hV3MMjeYf0WlcFGhOUKw5SZnme5g0Xmo0nVg0Ppo03dg0vbRofoRT8zQnNM/i0TxHl+bH9GqCDGhCBDQjhDRjjGvOEtH8kqjmReKaCaY1UWY1/0ZS8yqLml9LAHoJQL8TvT6LIr2SUv1uKvR7MOv3UqffR4P+Fqz6/dj1Ohx6PS79Pbj1Bjr0B+jWG+nTf4XTehNBvZlR/UHC+oeZ0B8ipm9kSn+EhN7GRb2dBX0ry/pjrOifYE1/nIz+JJt6D+g7UOh9KPWnUOn95OqfRqMfRKcPUKAPUqx/njL9GUz6s9ToX8CiP0eTPopNH6NF/xpO/W84oX8Dj/48XfoL9OqTDOgXCOgvEdKnGNe/R0SfJqq/TFz/IdP6DLP6KyT1V1nUX5MASiSAEgX6khspKrmJ0pI9VJR8HnOJmrqSL9FQosNachf2kntxlJTgKjHiLqmgo+RBuktq6Ct5mNMl9QRLDjNa8ijhEjsTJd8hVuJkqqSNRMlJLpZ8n4WSH7Bc0s1KiZ+1kgEyJc+xWfITKHkeRckYypIwqpJfkVsSRVPyCrqS1ykomaG45DxlJRcxlbxNTckilpIUTSV/wVbyPi0l/4mzJMOJkr/hKdmiq+Q6ekt2MlDyKQIluwiVqBgv2Uuk5AtES24lXnI70yV6ZksKSZYUs1hyvwRQKQFU3oC+UklR5c2UVu6lolKNuXI/dZV30FB5D9bKYuyVRhyVlbgqzbgrH6Kj8hDdlYfpq7RxuvIxgpXHGK10Ea48yUSll1ilj6nKXhKVT3Ox8jkWKoMsV46wUnmWtcoXyVRG2ax8FSp/g6IygbLyAqrKt8mtvISm8l10lWkKKj+guDJDWeXHmCqvUVO5A0tlFk2Vu7BV7qGlMhdn5S2cqNTiqdTTVXkvvZUHGKh8gECliVBlNeOVDxOpbCBaeYR45VGmK1uZrXSSrDzOYuWTEkCtBFD7SfS1uyiq/SyltfuoqP0S5to7qKstpKH2ANbacuy1D+KorcVVewh37d/TUXuU7trv0Ff7BKdrv0uw1sto7Q8J1/qZqH2WWO0wU7U/J1F7lou1v2Kh9mWWa3/NSu0brNW+Rab2bTZrl6D2PRS1qyhrP0JV+zdya6+hqf0EutobKaj9DMW1eymr/SKmWi01tXdhqTXQVHs/ttpKWmq/hrP2YU7UfhNP7SN01X6b3tpjDNS2Eah9klBtJ+O1p4jU9hOtfY547U+Zrj3DbO0vSda+xGLtKxJAowTQmIW+cTdFjXspbbyFikYd5sZ7qGs8QEPjV7A2mrE3PoyjsRFXow13YysdjU/Q3XiSvsYOTjeeItj4NKONAcKNzzPReJZY4zmmGmMkGn/DxcbzLDQmWW68xErje6w1XibTmGGz8SoIXyF8pfBVws8Vvkb4OuEXCL9Y+GXCNwm/RvgW4TcJ3yb8FuE7hX9C+B7hdwm/V/gDwg8IPyT8ceFHhB8Vflz408KfFX5S+IvCv07dLAE0fwp9880UNedR2ryfiua7MDcXU9dcTkOzGWvz17E3H8bR3Iyr+Rju5hN0NHvpbu6mr/lpTjf/mGDzCKPNvyTcHGWi+dfEmhNMNf+eRPMlLjb/hYXmD1hu/h9Wmq+x1qwg07yLzebPQbO8A5rzUTbfi6r5fnKbTWiaa9E1N1DQ/CjFza2UNf8TpuYnqWnuwtLsp6n5NLbmn9HS/C84m89xovkVPM3TdDW/RW/zAgPNfyLQ/D6h5nXGm68Sab6eaPONxJtVTDfvY7b5NpLNd7PYXCIBOCUA543onXsocqopdeqocN6L2WmkzvkgDc6HsToPY3facTiduJwncTt/QIfTT7fzOfqcz3PaGSbojDLqfJ2w8zwTzreJOVNMOd8n4cxw0bnFgnMny85drDj3sua8lYxTz6azGJzyDnBWo3QeQuV8hFxnKxqnC53TQ4HzKYqdT1PmHMbkPEON80UszhhNzmlszgu0ON/B6XyPE84P8Div0OWEXmcWA86bCTj3EXJqGXfeQ8RZStRpIu58iGlnI7POoySdx1h0tksAbgnAnY3enUORW0OpW0+FuwSzu5I6dy0N7kas7mbsbicOtxuX24fb3U+He5hu9xh97nOcdscJuhOMuucJu1NMuFeJuTeYcm+TcGdx0a1iwa1m2Z3PitvAmrucjLuaTXc9uOUd4HagdLejcneS6/ajcQ+hc49Q4I5Q7I5R5p7B5J6jxr2ExZ2myb2Ozb1Fi1uB072bE+48PG4tXe5Cet1GBtxVBNwWQm4r4+5WIu42om4vcXcP0+5BZt0hku4wi+5JCcAnAfiU6H17KfLtp9R3DxU+I2afmTrfIRp8Nqy+Y9h9J3H4fLh8T+P2BenwnaXbF6XP9xtO+y4Q9F1i1Jcm7Msw4btGzJfFlG8PCd8tXPTpWfAdYNlnYsX3MGu+I2R8rWz6joNP3gE+P0pfAJXvDLm+c2h8r6HznafAt0Cx7z3KfB9i8l2lxrcTi283Tb592Hw6WnwGnL6vcMJ3EI+vkS6fnV7fEwz4PAR8pwj5Bhn3PU/E9wJRX4y47w2mfUlmfSmSvsss+q5IAP0SQP+n0ffnUtR/O6X9Bir6KzD3P0Rd/9/T0N+Ktf8E9v4f4Ojvx9UfxN3/Czr6X6a7f4a+/iSn+/9EsP8DRvs3CffvZKL/M8T61Uz130mi/wAX+7/KQr+F5f5HWek/xlq/m0z/U2z2Pwv98g7oj6DsfxVV/7+T27+Apv8v6Po/oqD//yjuz6Ks/7OY+m+lpr8AS7+Rpv6vYetvoKW/GWf/E5zo/z6e/l66+ofo7T/DQP8Egf7XCfW/xXj/JSL9fyXav0G8/zqm+5XM9n+eZL+Wxf4iCWBYAhjehX54H0XDd1A6fICK4QcxDx+ibvgoDcNPYB32Yh/24xgexjV8Fvfwy3QMv0H38Nv0Db/H6eGPCA5fY3T4RsLDe5kY1hIbNjA1XEli+GEuDj/CwvAxloefZGX4FGvDz5EZPsPm8EswLO+A4TmUwylUwx+QO3wVzfAN6Ib3UDB8K8XD91A2/ACm4YPUDB/GMtxK03A7tmEfLcPP4Bx+nhPDL+IZfo2u4TfpHb7EwPD7BIavEBrewfjwbiLDaqLDeuLDpUwPm5kdbiA5bGdx2CUBjEkAYzehH1NTNHYXpWNGKsZqMI8dpm7sOzSMncQ61o197DkcY2O4xqK4x2boGHub7rG/0DeW4fTYdQTHdjE69gXCY3omxu4nNlbN1FgTibFWLo59l4Wxp1geO83K2BnWxv6VzNg0m2PzMCbvgLF1lGOgGvs0uWP70IzdiW6slIKxr1E81kjZWAumsXZqxn6IZWyQprFRbGMv0TL2W5xjSU6M/RnP2Ed0jW3TO6ZkYCyPwNgdhMbuY3zMTGTsm0THHiM+doLpMR+zY8+SHBthcWxCAjgnAZzbjf7cLRSdu4fSc1+h4tzDmM/ZqDv3BA3nOrCeexr7uedxnDuH69xvcJ9L0nHuPbrPZegT/2nxB8U/Kv6w+CfEHxP/lPgT4r8o/gXxL4t/Rfxr4s+If1P8iF8hfqX4VeLPFb9G/DrxF4i/WPxl4jeJv0b8FvE3id8m/hbxO8V/Qvwe8XeJv1f8A+IPiD8k/nHxR8QfFX9c/NPinxV/UvyL4r9OHZcA4p9BH7+VongRpXETFfF6zPHHqIt/l4b4KazxH2OPh3HE47jiF3DH/0RH/CO649fRF5c+IK4hGL+X0fjfEY4fYiL+bWLxdqbi3STiAS7Gf8FC/FWW42+xEk+xFv8vMnHYjN8EcXkHxAtRxitRxb9BbtyOJn4CXfwpCuJDFMfPUhZ/BVP8TWriy1jiH9IU38YW30VL/Is449IHxCvwxC10xZvpjR9nIP5DAvHnCMX/hfF4jEh8lmj8j8Tj/8l0/Bqz8U+TjKtZjBdIAAkJIHEz+sR+ihLFlCbMVCQOY04coy7hpSHxNNbECPZEFEcigStxCXfiAzoS1+hO7KIvIX1A4l6CCROjiQbCiVYmEk8SS/iZSvyMROIcFxPTLCQWWE68z0riKmuJG8kk9rGZuBsS8g5IWFAm7KgS7eQmTqFJDKNLvEBB4nWKE0nKEiuYEleoSdyAJbGXpsQd2BJGWhIP4UxIH5Bw4Un46Eo8R2/iLAOJVwkkLhBKvMt4IkMksYNoYg/xhJbpxAFmE9UkE0dYTDglgHkJYF6Ffl5L0fx9lM4fpGL+UczzLurmf0jDfADr/C+xz7+OY34e13wa9/wmHfM30j3/BfrmpQ+Y/zuC8w2Mzn+H8LyHifl+YvMjTM1Pkpg/z8X5ZRbmP2J5/npW5vewNn87mflSNudrYV7eAfNtKOefQjX/Y3LnX0AzP4Vu/m0K5v9K8fxVyuazMc2rqZkvxDJvomn+m9jmH6dl/vs456UPmB/FM/8yXfOz9M6nGJhfJzC/g9D8Zxmf1xGZv5/o/EPE57/F9PxxZue7Sc4PszgfkQBSEkBqD/qUjqKUkdLUw1Sk7JhTJ6lL+WlIPY81FcWeOo8jlcKVyuBO7aQjtZfulJ6+lPQBqUMEU62MpjyEU08zkTpDLBVjKnWBROo9LqausJDKYjm1j5XUPaylTGRSjWymjkFK3gGpQZSps6hSr5GbSqJJpdGlrlKQUlKcuoWylAFTykxN6giW1BM0pXzYUgFaUi/gTEkfkFrAk7pMV+oavandDKT2E0gdIJQ6yHjKRiR1nGjqFPFUkOnUOWZTb5BMXWIx9aEEsCoBrH4W/eodFK2WU7p6iIrV72Be9VK3+iwNq2exrv4a++rbOFZXca1ew736GTpWtXSv3k/fqvQBq98muPoko6v9hFfPMLH6CrHVOaZW/4PE6lUurn6ahdVbWV4tYWX1IGur3yKz2s7m6j/DqrwDVidRrr6JavXP5K5eQbP6KXSragpWiyheNVO2asW06qJmtRvLapCm1QlsqwlaVpdxrkofsKrAs5pL12oBvasmBlabCKw6Ca12Mb4aILIaIbo6TXx1kenVD5ldvZ7kag6Lq3dKABsSwEYO+g09RRuVlG40UrHhxLzho25jmIaNc1g3Etg3Ujg2NnBtZOHeUNOxYaB7o5q+DekDNtoJbvgZ3RghvBFjYmOO2EaaqY0tEhu7ubihZWHDyPKGhZWNVtY2vGQ2BtncCMOGvAM23kG58SGqjR3kbuxFs3E3ug0TBRuHKd54grKNpzBtBKnZeAnLxnmaNt7FtnGFlo0bcW5IH7BRjGfjIF0bR+ndOMnARh+BjTOENl5lfCNJZON9ohvXiG/czPSGjtmNB0huHGJx43EJYFsC2P4c+u27Kdr+KqXbR6jYbsO83Uvd9s9p2I5h3f499u33cWxv49reg3v7Tjq2K+nebqJvW/qA7W6C2z9jdHuS8PYFJrb/g9j2FlPbnyGxrePidjkL2w0sb/8DK9s+1rZ/Qmb7JTa3Z2Fb3gHbmyi3d6Havo3cbSOa7W+g236cgu1OircDlG3/CtN2gprtP2HZvkLTdja27Vtp2b4P57b0AdsteLa9dG2fpnf7BQa2Zwhs/5HQ9n8zvp1FZPuLRLeLiW/XMr1tZ3b7eyS3n2Fx+xcSQJYEkLUXfdY9FGWZKc2yUZF1EnPW09RlnaUh6zdYsy5hz8rgyMrClXUL7qwDdGQ9THdWK31Z0gdkBQhmnWM06zzhrPeYyLpKLGs3U1k6Ellf4WJWIwtZT7CcdYqVrOdZy4qRyUqymXUZhK8QvlL4KuHnCl8jfJ3wC4RfLPwy4ZuEXyN8i/CbhG8TfovwncI/IXyP8LuE3yv8AeEHhB8S/rjwI8KPCj8u/Gnhzwo/KfxF4V+nVkkAqs+jV91LkaqGUpWdCtX3Maueo071KxpU57Gq/oJdtYVDpcKl0uNWfZUO1SN0q75Ln0r6ANUvCKqmGVUtE1ZdYUL1aWIqLVOqchKqRi6q/okFVS/LqlFWVK+xpvoDGdVHbKo+Kc8/eQeo7kOpsqBSOchV+dCofopO9TIFqt9TrLpMmep6TKpcalRFWFQHaVJ9G5vKS4tqCKdK+gDVLB7VCl2q/6NXtYcB1V0EVA8SUj3KuOokEdUAUVWYuGqGaVWKWdXfSKp2sai6XQJQSwDqXPRqA0XqhyhVt1Kh/gFmdZA69cs0qJNY1R9gV+/EoVbjUh/ArbbQoT5Gt/op+tTSB6hfJaheYFT9EWF1FhPqW4mpjUypG0ion+CiupcF9RmW1a+zor7EmnqDjFrJploLankHqA+jVB9Hpe4jV30WjXoanTpFgfpjitW7KVPfgUltokb9CBb1SZrUz2BTv0CLOoFTLX2AeguPeg9d6rvpVZsZUB8loPYQUj/HuPocEfWbRNVp5O3DtHovs+p7SaoPsqh+TALIlwDy89DnF1OU/3VK849Rkd+NOX+Euvxf05B/CWv+/2DP34UjPx9Xvgl3/qN05D9Jd/5p+vKlD8h/i2D++4zmX084fx8T+SXE8i1M5f8DifxTXMwfZSH/dZbzl1jJv8Ja/k1k8u9gM/+rkC/vgPzvocx/DlX+BLn5F9Dkr6LL30FB/hcozj9AWf43MOU7qcnvwZJ/hqb8KWz5f6Ql/28486UPyL8TT/6DdOV/i958DwP5QwTyXyKUf5Hx/MtE8j9BNF9NPP8+pvMPMZv/jyTze1nMH5MADBKAYR96wwGKDIcoNTxBhcGP2XCWOsMbNBjew2q4ht2wF4fBgMvwMG7DMToMp+g2nKHPIH2AIUXQcJVRwx7ChnuYMBwkZmhlyuAjYXiei4bXWDBcYtlwhRXDbtYMejIGM5sGOxjkHWAIojTEUBkWyDVk0BiU6Aw6Cgwmig02ygweTIYANYYoFkOSJsOH2AxZtBj24zRIH2A4gsdwki7DIL2GcwwYLhAwXCZk2Mm44RYiBiNRQyNxw3GmDU8za3iBpOE8i4a0BFAuAZR/AX15KUXl36S0/DgV5QOYy1+krvwtGsovYy1XYC+/FUd5Oa7yI7jL3XSUP0d3+b/SVy59QPl/ESy/kdHy2wmXm5go/xaxci9T5T8hUR7jYvkfWCjfYLn8JlbK9ayVf41M+WNslndBubwDyn+NsvyPqMo3yS3fg6a8EF35QxSUOyguP0VZ+Rim8mlqyv+MpfwaTeWfx1ZeTEv5N3CWSx9Q/iM85WG6yv+d3vI0A+XXEyhXEyq/n/HyRiLlJ4iWP0O8/FdMl19gtnyNZPkNLJZ/SQKolgCq1eirjRRVH6a0+iQV1c9hro5SV/02DdUZrNW7sFfrcVRX46puxV39FB3VZ+iunqavWvqAaghW72O0upRwdSMT1e3EqgeZqn6JRHWSi9UfsVCtZLn6DlaqzaxVP0am2sdm9QhUyzug+l2U1ddQVeeSW30ATXUDuurjFFQ/Q3H1Ocqq5zBVf0hN9Y1YqnU0VT+IrdpOS/UPcFZLH1D9Op7qFF3VW/RW72WguphA9SFC1S7Gq58mUv0i0eoLxKs/YLo6i9lqLclqE4vVRyWAegmg/ovo6x+gqN5Kab2HivqfYK5/lbr6JRrqr2Kt/xz2+mIc9fW46o/jrn+WjvqX6K6fp69e+oD6mwjW381ofS3h+mNM1P8zsfowU/WzJOovc7H+kyzUa1mu/yor9XbW6rvI1I+wWf9bqJd3QP11KOvVqOrLyK0/gqb+e+jqhymof4Xi+kuU1W9iqs+hpv7LWOoP0VTfhq3+GVrqJ3DWSx9Qv46nfhdd9XfRW3+QgXoHgfpeQvW/YLz+PJH6VaL1NxCvv43pehOz9c0k63/AYv3PJQCbBGC7Bb3tKxTZbJTaOqiwPY/Z9hvqbO/RIHer3O1yd8jdJXe33Dvk3i33PrmflntQ7qNyD8t9Qu4xuU/JPSH3i3JfkPuy3Ffkvib3jNw35S4/+lHIXSl3ldxz5a6Ru07uBXIvlnuZ3E1yr5G7Re5NcrfJvUXuTrmfkLtH7l1y75X7gNwDcg/JfVzuEblH5R6X+7TcZ+WelPui3K9TOyQAhwa9o5IiRzOlDh8VjjHMjgR1jlUaHLIPcORjd1TjcDhwOfy4HRE6HHN0O9bpc0gf4Cgk6LAw6mgj7BhkwjFJzPEOU45NEg7ZBzjuY8FxmGXH91hxBFlz/JqM4102HdeBQ94BjgqUjqOoHF3kOs6gcfwOneN9ChyfpNgh+wDH1zA5HqfG8c9YHC/Q5LiIzfERLY6bcDqkD3B8HY/DRZfjWXodUQYcfyDg+JiQ43OMO2Qf4Ggi6niSuOMnTDteY9bxJ5IOWHR8UQJolwDab0XfbqKo/TFK209R0R7G3H6BuvaPaGiXfUD7vdjbD+Fob8fVHsDd/iod7Sm626GvXfqA9kqC7XZG258i3H6WifY3ibV/yFT7LhLtsg9ot7DQfpzl9udYaY+x1v5HMu3X2GyXD3O7vAPaj6Js96FqHye3/Tya9g/QtSspaL+b4nbZB7S7MLUPUtP+Mpb2SzS1b2Fr30dL+wM426UPaP8BnvYzdLUn6G2/zED7jQTa9YTaH2K8XfYB7c8QbY8Sb3+H6farzLbnkmw3stj+iATQKQF0fgl954MUdX6H0k4/FZ2/wtz5NnWdf6OhU/YBnfdj73wER2cnrs4zuDv/nY7OD+ju/DR9ndIHdH6DYGc7o50/Jtz5GhOdfybWuYOpzttIdMo+oNPBQmcfy50TrHQusNa5SaYzl83OMuiUd0BnF8rOcVSds+R2foim8yZ0nfdS0FlPcafsAzp/gqnzdWo6/4KlcydNnbdj66ympfMfcHZKH9D5r3g636Gr83/p7dzHQGc5gc6jhDp/yHin7AM63yLa+RHxzs8w3WlgtvObJDufZLHzpxKAXwLw70fvN1PkP0ap/2kq/FHM/kvU+a/R4Jd9gN+E3d+Kw+/H5T+H279Ah/8q3f599PmlD/DbCfpPMep/gbA/yYT/CjH/Xqb8RhJ+2Qf4fSz4z7Lsv8CKP8Oafw8Z/wE2/UfAL+8A/xmU/vOo/B+S69+Nxm9A52+kwO+h2C/7AP8bmPyXqfErsfjvocl/CJv/JC3+IE6/9AH+NB5/Fl1+Pb3+hxnwHyfgDxDyv8a4X/YB/p1E/Tri/oNM+59g1j9I0h9j0Z+SAIYkgKHb0A9VUzT0j5QODVIx9ArmoXepG/oEDUOyDxiqxT7kwjE0hGvoNdxDf6Fj6Aa6h+6kb0j6gKETBIeGGR2aIjyUZmLoU8SG7mZq6BskhmQfMPRTFoamWR5aZWVIydpQIZmhBjaHvgdD8g4Y+h3KoQ9QDd1E7pABzVATuiEvBUOjFA/JPmDovzAN3UzNUAmWoSM0DXViGxqnZegtnEPSBwx9Fs9QKV1Dj9I75GNg6BcEhuYIDf0P40OyDxgqIzp0lPhQN9NDLzA7NE9y6GMWh/IkgBEJYESLfuQgRSMuSkcCVIy8jnkkTd3IjTSMyD5gpAH7iAfHyAiukfO4Rz6iY2QP3SOl9I1IHzDyFMGRFxgdeZvwyFUmRtTERkxMjTxOYkT2ASMvszCSYnlkBysjOtZGHiIzcpzNkWEYkXfAyPsoR5SoRu4ld6QRzYgX3cgZCkbepHhE9gEjOZhGjNSMHMUycoqmkRexjSzQMrKFc0T6gJEH8Ywco2vkGXpHYgyMvEtgZCehkTsYH5F9wEg70ZEg8ZFppkcuMzuyi+SIgcWRwxJARAKI3I4+8hBFkROURoJURGYwRz6gLvIZGiKyD4g8ij3yFI5IBFdkAXfk/+iI3Ep35Gv0RaQPiAwRjLzOaOSvhCNKJiJFxCKHmYp0kojIPiDyexYiH7Mc+QIrERNrEQeZyDNsRl6BiLwDIp9EGbkbVaSe3IgHTWQUXeRNCiL/TXFE9gGRckyRx6iJ/AhLJEpTZBlbZActkXycEekDIt/FE/kZXZHf0Rv5kIGIikCklFDkW4xHZB8Q+RXRyDvEI9tMR/YzG6khGXGxGPmxBBCTAGI69LIEeUMAABMUSURBVLGHKYqdpDT2PBWx85hjGepie2mIyT4g1oo99jSOWAxX7D3csSw6YvfQHWukLyZ9QOwswViS0dhVwrFbmIiZicWeYCoWIBGTfUDsMgux3SzHDrASs7EWO0Umdo7N2CVkUIhC+Erhq4SfK3yN8HXCLxB+sfDLhG8Sfo3wLcJvEr5N+C3Cdwr/hPA9wu8Sfq/wB4QfEH5I+OPCjwg/Kvy48KeFPyv8pPAXhX+dekYCmMlHP2OhaOZ7lM6coWLmIuaZj6mb+SINM7IPmPkn7DPDOGZmcM18iHvms3TMPED3TAt9M9IHzLxCcGaF0ZlswjMGJmasxGaeYmrmVyRmZB8wcz0LM3ewPPMNVmY8rM2MkZmZY3NmE2bkHTDzNZQzLlQzPyF35g00M/+FbiaHgplyimdkHzAzgGnmVWpm/gPLjJKmmS9jm3mElplunDPSB8ws4ZnZQdfMnfTOHGJg5vsEZsYJzfye8RnZB8xoiM5UE59pY3omyOzM70jOfMTizOckgDkJYO4O9HOHKJrzUjp3loq5tzHPXaNuTkvDnOwD5p7EPncGx9wcrrmruOdupWPuIN1z7fTNSR8w9ybBuSuMzqkJz5mZmHMRmwsyNZcgMSf7gLlcFuZMLM85WZkLsDY3TWbuQzbncmBO3gFzj6OcG0Q19zq5c5fRzN2Mbs5IwdxjFM/JPmDuVUxzaWrmdmGZO0DT3FFsc35a5l7GOSd9wNyNeOYMdM09Qu/cKQbmXiIwlyI0dwPjc7IPmDtMdM5HfO5FpucuMTu3g+ScnsW5BglgSQJYuhP9UgNFS52ULr1AxdIi5qUd1C3dRcOS7AOWurAvvYhjaQnX0k7cSwV0LB2me+mH9C1JH7C0THDpBkaXCgkvHWFiqZvY0ktMLf2JxJLsA5aKWFh6hOWlHlaWoqwt/ZnM0o1sLn0ZluQdsPTPKJdeRrX0F3KXlGiWStAtHaVg6UcUL8k+YOk/MC3tombpPixLdpqW+rEtvUrL0l9xLkkfsHQ/nqXH6FoaoHfpNQaWVgks3UxoqYzxJdkHLD1LdOl14ktrTC/tYXapnOTS4ywunZYA0hJAWo8+3UhR2kdp+hwV6RTmdBZ1aQMNadkHpP3Y0zEc6TSu9G7caSMd6Va604P0paUPSH9IML2X0bSJcPoJJtJBYunzTKWvkEjLPiB9kIX0SZbTZ1hJJ1lLXyOT1rGZPgRpeQekX0CZvoQqvZPc9D1o0kfQpU9RkI5SnJZ9QFqJKX2AmrQdS/ppmtKvYUtfpiW9B2da+oD0MTzpAF3pN+hNZxhI7yOQNhNKH2c8LfuA9AWi6avE0/uZTj/MbNpDMn2WxfSCBLAuAazfhX79MEXr3ZSuR6lY/wvm9V3Urd9Pw7rsA9ZPY1+fxrG+jmt9H+71r9Gx3k73+ih969IHrG8TXL+D0fVvEl73MbE+QWz9XabWs0msyz5g/dssrD/D8voUK+sfsrb+eTLrD7K53gbr8g5Yv4hyfQvV+u3krh9Cs96Jbv1FCtaXKV6XfcD6lzGtH6VmvR/L+ms0ra9hW8+hZf3vcK5LH7D+Uzzrb9K1vknv+n4G1r9OYN1LaP2XjK/LPmBdQXT9XuLrjzK97md2/RWS6++zuK6SALYkgK270W8doWirl9KtGBVb72Pe2kPdViUNW7IP2PoZ9q0LOLa2cG3pcG810LHlo3vrJfq2pA/Y2kVwy8jo1uOEtwJMbCWIbV1hautWEluyD9jysrD1Astbf2RlK4u1rWIyW3Y2t56BLXkHbH2Ecmsfqq1qcrdOotkaR7e1QMHWDoq3ZB+w9QimLT81W69i2bpM01YOti0TLVsunFvSB2zN4dm6RtfWHfRuNTKw9RSBrSihrRXGt2QfsPUA0a1jxLeGmd46z+zWxyS39rO4ZZEAFBKAogC94hGKFD+iVPEaFYr/xKzIpU7xNRoUsg9Q/At2xTs4FApcCgNuRTMdimfoVvyWPoX0AYovElQ8xKji+4QVLzChWCamuJEpxX0kFLIPUAyxoEiwrPgbK4r9rCm+QUbxAzYVE6CQd4DiJpSKB1Ap/oFcRRCN4i10ii0KFPkUK2QfoOjGpHiZGsVfsSj20KT4O2wKFy2Kn+NUSB+guA6P4m66FFZ6FX4GFHECig8IKT7PuEL2AYrvElWME1f8gWnFTmYVRSQVR1lUDEgAuyWA3feg322jaPfTlO7+DRW7M5h330Ld7odp2C37gN3nsO9+D8fu3bh2fwX37ifo2P083buT9In/tPiD4h8Vf1j8E+KPiX9K/AnxXxT/gviXxb8i/jXxZ8S/KX7ErxC/Uvwq8eeKXyN+nfgLxF8s/jLxm8RfI36L+JvEbxN/i/id4j8hfo/4u8TfK/4B8QfEHxL/uPgj4o+KPy7+afHPij8p/kXxX6fOkwDyCtHnHaUo71lK896gIu9vmPO01OV9k4Y82QfkvYI97wMceXm48g7izvs+HXkv0p33Z/rypA/IqyCY52I0b5Rw3gITeQpiecVM5bWQyJN9QN4sC3lbLOfdyUreEdbyfkQm73U289YhT94BeV9HmfcDVHn/Sm5eGk3eZ9HlPUhB3ncpzpN9QN4Sprwbqcm7H0veMZryfootb46WvOtw5kkfkPctPHnP0JU3Q2/eFQbybiOQ10Aor5vxPNkH5K0RzcslnlfDdJ6H2bwIybx3Wcy7SQLQSgDae9Fr7RRpn6NUe54K7RZmrZ467SM0aGUfoJ3Grr2CQ6vFpW3Ere2lQ/sa3dqP6NNKH6C1ENT6GNW+TFh7mQltLjHtQaa0XhJa2QdoV1jQ7mFZ+yAr2pOsacNktCk2tbtAK+8ArQul9gwq7TvkarPQaEvRaY9RoP0ZxVrZB2h3YNIaqNE+hkUboEn7JjbtNVq0d+PUSh+gfQaP9g26tB/Tq9UxoD1MQOsnpH2dca3sA7S3EtUeIq59imltjFntByS1+1jUPiQBFEoAhUXoCx+jqPDHlBZeoKLwOsyF91JX+G0aCmUfUPgW9kIpbwoLcRXacRcO0VH4Jt2F2/QVSh9Q2Eyw8DlGC2cJF15jorCAWOFRpgpPkyiUfUDh/7FQeDfLhd9ipXCQtcJ/J1O4xWbhXVAo74DCZ1EWJlAV/i+5hXo0hY+iK3yGgsLfUVwo+4DCOzEVPkJN4QCWwjdoKtzEVngHLYVWnIXSBxTO4Cn8mK7CfHoLjzBQ2E+gcJpQ4d8YL5R9QOHfEy3sI174W6YLrzBbeDvJwsMsFv5IAjBKAEYDemMrRcYgpcYkFcadmI0HqDMeo8Eo+wDjAnZjFg6jEZfxCdzGM3QYL9FtVNJnlD7AeJyg8SyjxhRh424mjCZixpNMGV8gYZR9gHEPC0Yzy0YPK8ZzrBnTZIx72TQeBKO8A4xRlMbLqIz7yDU+jMboQ2eMUWD8kGKj7AOMhzAZT1FjfA2LMUOTcT82YyMtRj9Oo/QBxit4jDq6jEfoNT7NgPENAsarhIx6xo2yDzAOEjWeJ268xrTxHmaNdpLGAIvGCxJAlQRQ9WX0VY9TVBWitGqBiqpPYa56gLqqNhqqZB9Q9SfsVTfjqKrCVeXBXTVBR9X7dFfl0VclfUDVDwlWvcpo1Trhqv1MVDURq+pjqmqGRJXsA6ruYqHqKMtVQ6xUXWCt6noyVcVsVkkxVyXvgKo/oKy6EVVVOblVx9FU/QJd1bsUVKkorpJ9QNX3MVW9RE3VKpaqfTRVfR1b1VO0VMVxVkkfUHUbnqrDdFX101v1BgNV/0ug6m5CVc2MV8k+oOoi0aodxKtKmK46xmzVz0lWvcNiVbYEYJEALMXoLccosoxQarlEhWUXZouJOsuTNFhkH2B5H7tlHw6LBZflFG7L63RYrtBtuYM+i/QBlucIWi4watlB2HKACYuTmOUMU5Y/krDIPsDyIAsWD8uWl1ixXGbNoiZjOcSmpRcs8g6wfIzSokdlOUquJYDGMofOspMCSynFFtkHWMYxWVLUWG7GYjHTZPFis0RpsXyA0yJ9gKUBj8VPl2WaXstVBix3E7DYCVmGGbfIPsByA1GLkbjFxbTlLLOWd0la9rBoqZYArBKAtQS91UmRdYxSa4oKqwqztZo6aycNVtkHWNexW7U4rFZc1kHc1rfosO6g23offVbpA6z/QtD6LqPWzxK2HmTC2kXM+ipT1v8mYZV9gPVRFqzPsWy9yIp1J2vW+8lYXWxafwFWeQdYP4fS+hAq6w/Jtb6Gxvo/6Kx3UGD9FsVW2QdYf4/JegM11jIs1uM0WX+JzbpCi/XzOK3SB1i78Vhfp8v6N3qtegaszQSsw4Ss84xbZR9gLSdqbSdujTBtTTNrzSNptbBo7ZEAWiWA1gPoW5+gqPUspa3vUdG6F3Prw9S1nqKhVfYBrVext96Do7UVV+vzuFsv0dG6m+5WM32t0ge0xgi2Zhht1RFutTHRGiDWmmSqNYtEq+wDWk+y0HqO5dbLrLTewlprI5nWp9lsPQ/CVwhfKXyV8HOFrxG+TvgFwi8WfpnwTcKvEb5F+E3Ctwm/RfhO4Z8Qvkf4XcLvFf6A8APCDwl/XPgR4UeFHxf+tPBnhZ8U/qLwr1O3SQBt96Fvc1HU9ktK29JUtH0Bc1sDdW39NLTJPqDteuxtpTja2nC1vYC77a90tKnpbvsmfW3SB7TNEmzbwWjb/YTbjjPRFiHW9j5TbV8k0Sb7gLYBFtreZLntE6y0GVlrO0Gm7UU221ahTd4BbU0o255B1fYWuW070bSVoWtrp6DtVxS3yT6gTYOp7TA1bc9iabtAU5sCW9sDtLR9F2eb9AFta3jabqWr7e/pbRtkoO0igbYbCLWVM94m+4C2CaJtHxBv+xLTbUeYbTtNsm2OxbZPSgBeCcBbit57nCLvi5R6L1PhvRWz9wh13udo8Mo+wHsjdq8Jh9eLyxvD7d2gw6un2/sYfV7pA7x/JOjdw6j3IcLeU0x4p4l5rzHlLSbhlX2AN8yCN82yV82Kt5E17zNkvBfY9N4AXnkHeJ9E6Y2i8n5ErleHxnsUnTdIgfcdir2yD/BWY/L6qPG+jsV7lSbvvdi8x2jxjuP0Sh/gzcXjPUSXt49e73kGvDsIeI2EvO2Me2Uf4P2AqHc/ce8jTHsDzHrfJulVsuh9UALokQB67kff005RzwSlPR9S0XM75p6j1PX8lIYe2Qf0qLD3PISjpwdXzxu4e66jo6eU7p4T9PVIH9DznwR7tIz2fItwT5CJnkViPTcz1VNLokf2AT0zLPTAcs99rPQcZ63nV2R6PmCz5zbokXdAz09Q9ryDqucz5PYcRNPTja5nmoKebYp7ZB/Q04ap50Vqetaw9OynqedRbD3DtPT8AWeP9AE9NXh6nqKr57f09lxjoKeEQI+LUE+E8R7ZB/R8iWjPI8R7fsx0zwKzPTeR7KlmseeHEsCgBDBoRD94kqLBKKWDGSoG9ZgHW6kbPEPDoOwDBvdhH2zEMTiIazCJe1BJx6CZ7kEffYPSBwxeIzh4gNHB44QHzzEx+CGxQR1Tg3YSg7IPGEyxMLiX5cFDrAw+zdrgBTKDWWwOmmBQ3gGDr6EcvIpq0EDu4BNoBl9AN3iZgsH9FA/KPmAwiGnwEjWDe7AMPkzToB/b4HlaBnfiHJQ+YNCDZzBG1+AVegfvYWDwGIHBs4QG04wPyj5g8AjRwQDxwQWmB3czO3iQ5OApFgffkABCEkCoDH3oSYpC/0Zp6AoVoULMISd1oV/SEJJ9QOg27KGjOEIhXKEU7tDn6Qg10B16lr6Q9AGhTxMMVTMa6iYceoOJ0PXEQg8wFfoeiZDsA0J/YyF0L8uhf2Ql9AJroTUyIS2boWYIyTsg9CeUoVxUoW+SGxpEE5pHF9pFQaiG4pDsA0K/wxTaQU2oHEvIQ1PoFWyhj2kJFeEMSR8QiuAJfUBX6HZ6Q3YGQj8nEHqXUCiP8ZDsA0KniYbeJh66ienQQWZDPSRDCRZDn5AAwhJA+AH0YQ9F4VcpDV+lIlyMOXycuvBLNIRlHxC+G3v4GI5wGFf4Mu6wlo6wne7wCH1h6QPCaoLhI4yGhwmHLzERziEWPsRU+BkSYdkHhHexED7IcriXlfB51sI3kAmb2Az/AMLyDpC5oDJsRBV+ktxwDE34Y3RhAwVhF8Vh2QeEP8IU1lMTfhxL+CxN4fexhffTEj6KMyx9QPhdPOF9dIUP0xsOMBB+h0B4D6GwhfGw7APCc0TDSuLhaqbDp5gNJ0iGd7IYrpQAJiWAyXL0k16KJn9N6eQ1Kibvxzz5JHWTr9AwKfuAyRLsk+04JidxTV7BPVlEx6SL7skJ+ialD5gsIDjpZHQyQnjyQyYm7yQ2+ThTk78gMSn7gMnbWZh8jOXJMVYm06xNfonM5FE2J38Ok/IOmPwiyslHUE3+lNzJFJrJPHSThymY/DHFk7IPmPwcpskGaiZPY5lcoGlShW3SQsvkAM5J6QMmb8Iz+RBdkz+id/ICA5PZBCarCU32MD4p+4DJTxKdfJD45A+ZnnyD2clPkJysZHGyk/8PQwjDO+/e7/kAAAAASUVORK5CYII=', null, '081e091e7dd641bb968bbf03a30787a2', 1795262400000);
insert into username_history ("account_id", "username", "changed_at") values ('24461695730b42d2bbebb7ac83c705c3', 'Plain', 1795262400000);
insert into username_history ("account_id", "username", "changed_at") values ('e9274526eb334d958bdb47d837f96503', 'TwoFactors', 1795262400000);
insert into username_history ("account_id", "username", "changed_at") values ('faf849a91550455c94426312ef344b80', 'Suspended', 1795262400000);
insert into username_history ("account_id", "username", "changed_at") values ('687d2eb4e4574389ae09e35017baffc3', 'Briefly', 1795262400000);
insert into username_history ("account_id", "username", "changed_at") values ('ce90733c9372471fa9af329522e1626c', 'Before', 1795262400000);
insert into username_history ("account_id", "username", "changed_at") values ('ce90733c9372471fa9af329522e1626c', 'After', 1795262400000);
insert into username_history ("account_id", "username", "changed_at") values ('4e5a40461be2444789cf4c5625ea1e8b', 'NoMail', 1795262400000);
insert into username_history ("account_id", "username", "changed_at") values ('58158ddc85564f20b1d787ab3d115f4c', 'Chief', 1795262400000);
insert into username_history ("account_id", "username", "changed_at") values ('081e091e7dd641bb968bbf03a30787a2', 'Dressed', 1795262400000);
insert into username_history ("account_id", "username", "changed_at") values ('edb7dc661c004bf6ab54713502d505ce', 'Leaving', 1795262400000);
insert into oauth_client ("client_id", "name", "secret_digest", "redirect_uris", "id_token_alg", "created_at", "pkce", "member_groups", "logout_uris") values ('launchers', 'Launcher', null, '[]', 'RS256', 0, 'required', null, null);
insert into oauth_client ("client_id", "name", "secret_digest", "redirect_uris", "id_token_alg", "created_at", "pkce", "member_groups", "logout_uris") values ('d5fd02c2fb0440ec83bcf65734ff0618', 'A web site', '07fd14df0842fe91316b2be5cc4632ab873163ea700493a64c95d6978b0de806', '["https://app.example.test/back"]', 'RS256', 1795262400000, 'required', null, null);
insert into oauth_grant ("id", "account_id", "client_id", "credentials_version", "scope", "created_at", "expires_at") values ('6ae7418fc30d4f408f63e8c748495626', '24461695730b42d2bbebb7ac83c705c3', 'd5fd02c2fb0440ec83bcf65734ff0618', 0, 'openid offline_access', 1795262400000, null);
insert into oauth_grant ("id", "account_id", "client_id", "credentials_version", "scope", "created_at", "expires_at") values ('9408756f66ab4e428286751bfed7b934', '24461695730b42d2bbebb7ac83c705c3', 'launchers', 0, 'openid offline_access game_server_session', 1795262400000, 1803038400000);
insert into oauth_artifact ("digest", "kind", "client_id", "account_id", "grant_id", "user_code_digest", "payload", "issued_at", "expires_at", "consumed_at") values ('e6f267d7a5d4a28754baaa4c28c782344567def6a58f3aa3e1faace05482bd18', 'AuthorizationCode', 'd5fd02c2fb0440ec83bcf65734ff0618', '24461695730b42d2bbebb7ac83c705c3', '6ae7418fc30d4f408f63e8c748495626', null, '{"codeChallenge":"ZtNPunH49FD35FWYhT5Tv8I7vRKQJ8uxMaL0_9eHjNA","codeChallengeMethod":"S256","redirectUri":"https://app.example.test/back","scope":"openid offline_access","sessionUid":"31f536b608c3c0fc80661aa0303fb563abf7a16dfcce52c2c7da06fa4b2bd6b5","authTime":1795262400}', 1795262400000, 1795262460000, 1795262400000);
insert into oauth_artifact ("digest", "kind", "client_id", "account_id", "grant_id", "user_code_digest", "payload", "issued_at", "expires_at", "consumed_at") values ('19093178bb5bf2277f4eb07cad458d579d9f4fa182d2345ad4ec66cad2139eff', 'RefreshToken', 'd5fd02c2fb0440ec83bcf65734ff0618', '24461695730b42d2bbebb7ac83c705c3', '6ae7418fc30d4f408f63e8c748495626', null, '{"gty":"authorization_code","rotations":0,"scope":"openid offline_access","sessionUid":"31f536b608c3c0fc80661aa0303fb563abf7a16dfcce52c2c7da06fa4b2bd6b5","iiat":1795739839,"authTime":1795262400}', 1795262400000, 1803038400000, null);
insert into oauth_artifact ("digest", "kind", "client_id", "account_id", "grant_id", "user_code_digest", "payload", "issued_at", "expires_at", "consumed_at") values ('095949523e13b5429c5fa73331087ff3b61656abfbcbe5b714543227537a667a', 'DeviceCode', 'launchers', '24461695730b42d2bbebb7ac83c705c3', '9408756f66ab4e428286751bfed7b934', null, '{"deviceInfo":{"ip":"127.0.0.1","ua":"node"},"params":{"client_id":"launchers","scope":"openid offline_access game_server_session"},"accountId":"24461695730b42d2bbebb7ac83c705c3","grantId":"9408756f66ab4e428286751bfed7b934","scope":"openid offline_access game_server_session","authTime":1795262400}', 1795262400000, 1795263300000, 1795262400000);
insert into oauth_artifact ("digest", "kind", "client_id", "account_id", "grant_id", "user_code_digest", "payload", "issued_at", "expires_at", "consumed_at") values ('b4fdc5fb7a2ed73ce253228f47e9f03a468e7a919c81f2aae0dee8e25b638e15', 'RefreshToken', 'launchers', '24461695730b42d2bbebb7ac83c705c3', '9408756f66ab4e428286751bfed7b934', null, '{"gty":"device_code","rotations":0,"scope":"openid offline_access game_server_session","iiat":1795739839,"authTime":1795262400}', 1795262400000, 1803038400000, null);
insert into credential ("digest", "kind", "account_id", "credentials_version", "rights", "client", "issued_at", "expires_at", "user_agent", "address", "first_used_at", "last_used_at", "grant_id", "scope") values ('737ac55e6e83c2b7176303e61188089fb0259b4bfcf05c16c7205cc3de1a2942', 'launcher', '24461695730b42d2bbebb7ac83c705c3', 0, 'join', '"launcher"', 1795262400000, 1797854400000, 'node', '127.0.0.1', 1795262400000, 1795262400000, null, null);
insert into credential ("digest", "kind", "account_id", "credentials_version", "rights", "client", "issued_at", "expires_at", "user_agent", "address", "first_used_at", "last_used_at", "grant_id", "scope") values ('97d508de00f18447499091fe44c90016e00e5e3ed94378ca13af55896e206e8b', 'web', '081e091e7dd641bb968bbf03a30787a2', 0, '', '', 1795262400000, 1797854400000, 'node', '127.0.0.1', 1795262400000, 1795262400000, null, null);
insert into credential ("digest", "kind", "account_id", "credentials_version", "rights", "client", "issued_at", "expires_at", "user_agent", "address", "first_used_at", "last_used_at", "grant_id", "scope") values ('31f536b608c3c0fc80661aa0303fb563abf7a16dfcce52c2c7da06fa4b2bd6b5', 'web', '24461695730b42d2bbebb7ac83c705c3', 0, '', '', 1795262400000, 1797854400000, 'node', '127.0.0.1', 1795262400000, 1795262400000, null, null);
insert into credential ("digest", "kind", "account_id", "credentials_version", "rights", "client", "issued_at", "expires_at", "user_agent", "address", "first_used_at", "last_used_at", "grant_id", "scope") values ('97a599148be9416d54538319941fb28790947872990dfea01174f33800ee9130', 'oauth', '24461695730b42d2bbebb7ac83c705c3', 0, '', 'd5fd02c2fb0440ec83bcf65734ff0618', 1795262400000, 1795348800000, null, null, null, null, '6ae7418fc30d4f408f63e8c748495626', 'openid offline_access');
insert into credential ("digest", "kind", "account_id", "credentials_version", "rights", "client", "issued_at", "expires_at", "user_agent", "address", "first_used_at", "last_used_at", "grant_id", "scope") values ('b2d01a4e9e17b209521fb0ce41126bacc9c5493c52bf6d796e7eb59ba311cf09', 'oauth', '24461695730b42d2bbebb7ac83c705c3', 0, 'join', 'launchers', 1795262400000, 1795348800000, null, null, null, null, '9408756f66ab4e428286751bfed7b934', 'openid offline_access game_server_session');
insert into pending_join ("account_id", "server_id_digest", "address", "credentials_version", "expires_at") values ('24461695730b42d2bbebb7ac83c705c3', 'b9c96357c755e9319a5d0c7f471569588f55e7a08c6504b4145fde0ac5f992f6', '127.0.0.1', 0, 1795262520000);
insert into guess ("key", "full_at") values ('login:134f2612dd4d0d951332e200be3f4d2d6e451b25123de5241fe47ff311896855', 1795262400000);
insert into guess ("key", "full_at") values ('addresses:24461695730b42d2bbebb7ac83c705c3', 1795266000000);
insert into guess ("key", "full_at") values ('known:127.0.0.1:24461695730b42d2bbebb7ac83c705c3:0', 1797854400000);
insert into guess ("key", "full_at") values ('both:127.0.0.1:781dc31088a1d877e49c8be242ca1220cda5f73cff0b83cf0906b6221d6e1a99', 1795262400000);
insert into guess ("key", "full_at") values ('login:781dc31088a1d877e49c8be242ca1220cda5f73cff0b83cf0906b6221d6e1a99', 1795262400000);
insert into guess ("key", "full_at") values ('addresses:081e091e7dd641bb968bbf03a30787a2', 1795266000000);
insert into guess ("key", "full_at") values ('known:127.0.0.1:081e091e7dd641bb968bbf03a30787a2:0', 1797854400000);
insert into guess ("key", "full_at") values ('upload:081e091e7dd641bb968bbf03a30787a2', 1795262460000);
insert into guess ("key", "full_at") values ('login:833f41a23166c6e8607d2c294cf02269f00e90a1672a66224f687c0aece4409c', 1795262400000);
insert into guess ("key", "full_at") values ('addresses:edb7dc661c004bf6ab54713502d505ce', 1795266000000);
insert into guess ("key", "full_at") values ('known:127.0.0.1:edb7dc661c004bf6ab54713502d505ce:0', 1797854400000);
insert into guess ("key", "full_at") values ('both:127.0.0.1:833f41a23166c6e8607d2c294cf02269f00e90a1672a66224f687c0aece4409c', 1795262400000);
insert into guess ("key", "full_at") values ('address:127.0.0.1', 1795262400000);
insert into guess ("key", "full_at") values ('both:127.0.0.1:134f2612dd4d0d951332e200be3f4d2d6e451b25123de5241fe47ff311896855', 1795262400000);
insert into guess ("key", "full_at") values ('device:127.0.0.1', 1795262460000);
insert into lookup_client ("network", "full_at", "banned_at", "ends_at", "ban_length", "forgotten_at") values ('192.0.2.99', 1795262400000, 1795262400000, null, 0, null);
insert into signing_key ("kid", "use", "generation", "private_key", "public_key", "created_at", "signs_from", "published_until", "revoked_at") values ('KJ71mpRgzzUKNEo_SqPb5xDC5I_bI-6DdV798ObWrXE', 'tokens', 1, 'enc:v1:DsPJLS2GorwSya-HQf5EqtSLpk0a_elJNStyf4vBhTqPqteERi_zriiFVGv9jqobWrPHVPz52p5fBfMQ3M4tDAIZW4uqaPeHE7sVNf8Cg4qAI6YBbEYHISOUGHIVWkPRf0C8Q7mYlqDfbzL9SJSHz8JNdqk3xPXc5LPpJOJESbxzHMUxdhh-GQw4uN5h9Sr8WPbbPvLvXq8H2qgdBVxAkMPqBK-v55Ss1BcI6s4vW9ufiDPrnmaNznOtzpzattwfz0dciaq2a8NymxMvQ-HN-a3ILs7KbX9Qp0woNhsANdMRG-wFRY5ks17svea8jkwdC8Gp55RcbWVo1RQGJ5M81hlqcDZ7fT8PvBh0afA', '-----BEGIN PUBLIC KEY-----
MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEM1TfAi/UaPt5CyA+STg9Rce/p7oL
hDCLz7YBtFpljKYPN++JTB1qv7stEx83p50ttZa2YDjmCjRq6om67+BlOw==
-----END PUBLIC KEY-----
', 1795262400000, 1795262400000, null, null);
insert into signing_key ("kid", "use", "generation", "private_key", "public_key", "created_at", "signs_from", "published_until", "revoked_at") values ('EALOC8MlHFnskZDyXJjRJ_8yfAVa_1oo3m2Th0HXh4Q', 'textures', 1, 'enc:v1:faKdaDQmg1LjFfY-T5nVr2eyL4uz2XddPA464T8ye98CJKSH_EeEe6gwf1ThNvWbVClG5FNcXDu9Zu08s2OXZR4VXZSWYbIYuz4TaShPjRN7G1gH2Yj8GEoCH6VlNoVYYuLiZyeRNf7hJFFt9WPKCs_p-Wwrxh1aAgI4_0-8yOgCwKjrqFEjUxuqqot63Ho1_x-AEF2WuXfIFf_3xhS5DmqWeFAloOuevprZZcFmzmITYbRuqPceZROkW4eTpWF4h9ANZhRnYHArz7MXZHgkeDN3qT6b3FeUtHt-1DUlsB0PoFhGFcf6F6pFSn_ndL9c58oWC8p19gm_8zb-loWycJAb78ZALI-bUeROD7kXG-l7qZO7rjip6mi3ZS6hQ-hXHiQ36ZoPI6L1OWq3tWKcMRKu_ClEdA2dWOxTXUZe1_XAf7CLJTl6Zkm81BTCM1Fyc6P9pTxpOKVgYNI_GAcIzCtxY-s_aKUu86KrReEQdsD4S2MEnSLQ1c4uXbnvNqG4TkJqBBblhbnL52WpUaACOXGaExjNVZrEvRdmZ1N4nWvSeYXuIPBsM9rDbzpAbRXlMZxmN1zzSLdw4NsSckERfCrFkSQAWkYN3nds9kPC4SQ-1kQPLLA7MVNbCCjHXSbWIEi3-_zupoqGmFpTRAGKwzO397OUFdlT9JPsWXda3l_ZvFQUKv_PlKNs1fbThWSfmv8kxMgAeZc1YE-N1-Y87H8rPto-1eZU4FDTF7cKmM3mvlmLvoRTsER0cAv115j54JC_Y5VIyH_BA64dpEruHdZWmrU7iz-QT4F24qHIStGRse6PHj51HPyblDsnGtkkgYGg7x7Ri9GPHqqpFWgSJCjMHi_dkfSn8GAV5TqBa2lXUcRRiiJIudO8KKAny0-2Wu1P5fshj8Vnru8LA5pPgPaCgdy0EebnjBIsu4nnP02pqS5EcFM_KAo9JxKUewc-2gkcZUJ77djigVrPD9PkBgpd0RUl8POTqVMAG2pM2xo3ED0S44gGKcuOW56EskBiXq4BweNquVCHBeYjUxWeDygZnJOBWHvm6Oy8ntZDUhllSROv-bgmzc_yynp3gfsukdi3XVEO9atz2Lqjivb1lViy8kwtxCQcgOS4YzrHJWpBgfgnQa-t-YjFRQxv4muKcRLuEFc5SsejK3Aav4dEIy2rl_5LcaUneQpfRBHy40G_9nM1CbYp-ERbmRIUbjxMiVDYeFrKoiBiUpYHXn-_O9m0oSzni3JouJEek-OGyHDtGu6iYBjAXJuYmEKpS4lODgfNFq486tXpQvNZmrvDtis3XVtNgO_vsWW7jWHlh5LvTrq0opqqgjZqcR5dwilLRzaLCkYqxo5bzstzKqd2Ui3-hDcYNGqExIK4dSIzLCUMcLm_MbOit-Tz2zGstHT72S70astsWG5BMVK9yNeAQnnfwLbz0B0U3pltoyaUI0664qrGD94kR430CdNa1G-v6mh76PdT8lfETrCiDdSte-JuuvDKdPc2FG2V_aiI4LTUStGIxEeziZcIigBsgJJ1OMEfuXpLWNxfbbDKTcdan_eZqjYBRJ3upP4wdz4lTMsbWXT0tzjlZDM52cXNoUU75NHud-0dZsxiJCCj3s2IcJ56yDt3A-kcDuHCu8uskzH9paPeC7Fy3qHbOHIaOsQihJW3TAgVE-Zrgq9kEwMlHRdVP5gxYllKDD0BPrCvGSPfvRi9QofsKxVpD_ceBfVknTFUTBqHL-VldaF6GpMX5EWwa3Tu4X58Vd6_97rFppgqka_ZNrgDolU-Ub7dH_nz2Mur6uJl4nWt2vr4O4v_R4zPDoqMkbIx1IzGiireXw_UKtegN14MiZvPpnLubx9y2lTn8ugqvkbd_1Vk8vln_DGMTerfFcCG87d7z1Nq5PMxIN3mlrXIYO7P4gCfrDT5kroNyccAEc-fZNUFSAXCbhKYyNOggmkm2c2gbndD0Ubb3bSLrYM0iK6PGQY6G5gAhTDJbV6htwztgNalPKa8EHZ3rqDO-HWr4QRbnAMZCNmi3fhEuWvkaC0tyNTN9LPG0UDfCaRBB7NN4_sPRa04ZrDZMhJU4TMu7Nxb7Pm9YxUoqeDrtrel1lAzrTOZvT8GQme_dVzRZUepx6US8kgZzT7OahCoc7gS9_g8SffVPfo1A7GPdL8IhvzRCx7s1pNwQCLncqeLajE6nEfHgcTDPSa4ug_30n9ViShQtoZy7bAKB1N7U67VsKQJOcHROprQgyXTqofWTxc40EnfJHIzeJmonnLGFMBCCXMR8SDfaJyAfgiFBkj3BjApOmLM__kwHE5_5Q', '-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAjGSErKUERYzLv0BXxQCv
lPZLmqvoAC55SQE/g4BCkF0GA8vVn9mUabmlx+a9C+HxJTJDwfS6mzMZR2yyCqgp
7KnY9kmmGIENe5KIuXxEu+E4ISUdVG5fyb2huGpNYHK5+A1DLA5xxq8vrBzmwWTz
nvQ8yQtiQjvv0AAGwLAxA+TlM/G3rGU5Q7edzljKjD3egdalG1T+RhmOE2DU6l6D
ayXwqqv25s2esUPEneUwHAJMlL4LN69XRjj0LR8LIw5B3JREcysmIfKYzI3maiZY
57SCOlaOqSBKGHyLtNSlnkq2ycbK8gOC71RuUnuYTwWZBydkQgA2pQkU5lp1TYIg
mwIDAQAB
-----END PUBLIC KEY-----
', 1795262400001, 1795262400001, null, null);
insert into signing_key ("kid", "use", "generation", "private_key", "public_key", "created_at", "signs_from", "published_until", "revoked_at") values ('fg2emQS_Lr1fLCxuFGIlze5BjFOTCU8x7S2zdREfUFA', 'oauth', 1, 'enc:v1:0c9bb8xgb43vtMwgwGGcV3k51BSeM20wGCvY0dlYs-2HCQCSzBEDmxCjcv_814_Hd5KVfmzdL9Y3o4pEvGYLFP9HMBbc6CLY2wVTNfE68ZQ40PA7An1HEgm_Zry-7B6RnHtRxFvNf9bOBssTq_3INFHJiyOP-mqTwzLmBJWeZaooZvvrMWxxBoG08khrD2wyUF8816B1n02ERVH0QDVs6Z_ZBDQ6xnd04vIySIpAFZklSMboGNyfKeYbBtTP78RVq_wuPqA7l21qWgGNaN1lI2HTCK5Hvk2N1lVXgfvh8cSTnamCL-uke_JZpfBRWHEBf4uraamzr4WemiE16aRX--hOBfi20rsJxcA7j5yXSCW-5PIlkS46oidAJaNLdXjsrhzock2Tu8yzn3Ljsp8TPzBw4pUA3O3EfhAhErlAHgfMYcI6m6__1Zda77PvnU1Z2OOvZsTjaz_s5ZPE52VPZwErUfmyyM0oOG-Gi4d90xAo45CgyPXb-u-nw2d87UrFPyzGH4JyJaOljGx_1dkUwG43kyNg_h4MHt-n_fd5daCVurJEZcXesN9BQhI0Nu40_RzLlBhz4H8nDuLTdVSsKnltdSgE4H51ym_ikwAyvOj7Sa10rSVhh5LWesb5mt3Zufvrz2ZB5j_XA4JSZEt4u55jMstJYEm5STpjEF6feYr9hhro9Z6JBTTzQ_pXIsRYlyZFkNk9aT7Y6aZ82o8wlYzVRJdAvZIVUB5D7yCNJvIW8vdLve5n_TA2X06eRwTxFxcS-IVADFwyZSkYXfCx99TNxXu7SZJDglBUwAcYj-p_vxgmcHd17w9BCx0N-FNS4aDvt0VeroKIG6BFALTE5ZNMBMcSkiaTudA0oFeFzmgBUwamU-gcB5IXJ3hGKK7LeTJDQDyprOqAN0jVrzRY73zE6JDyxqT7uBs2nNDrHkQVFsw6RRRRX-DfmfEKpi8ZGCH8EOoD-yvmo8rl_LTbw93QHuR5p8Evl5oSj0QwZRPPtci67NKCSk-pP8e2abF_Eyps0lHqQY12mipeTPoR3X2sf5nbwmkjmgy1j5PvqCKFBDDuV25wFTiR5LbF9EifEM7PgA1z7lNBMZkZCxjNFeSXa3p90cb5aRsusNcmwchY3MgP93p_eJ_xUNSgMQAl6jWLGeGUr54rnRPhCQ3-Xv4rh-APHz1WMc9bNCp1r2uhg1Q1kKSFuMuIvtSvnhpoP_BsOEwvYd6gvULZ0rDuI7yekKONqmAeHP3LCxqDO4ZGYJWurDHBTdwdSNkXm2jmCQUpZ4nYFhblL60kWLBoMkF-_qdPG2BDevZL85KIf7TJ0CcVUhqwXBfx3uiUjSpDDzYCpbAQQqHmnvsM5IgmlM7W_NRuKOasS4Gyixf4bYXkxR0dCJQJaVg1rSci9hxEfIyq2DBFngY95KFpTgJeRKyS8bStuzsx_4vfmsNdTx3xDGsFT4w9bN4ZC031zRd-7tr-T8UqCdwnEhvJPtprlhpPooNymUAplzUrtbf-3XdFE-Fa58onPSd8zT4hPJNB6KJG8NU1Wcq9PyPSbSVv5v1_zfxvS5jyIipgfYR7fZsxdHdwKSgQoI4NYs58ez3pWjKctqZWXdNRpQue9eMuwSFu-TgYOdydU4m20aBpvb6n5dpCspkHtSB3kxVCW5VhV-1k_e-gNFunxhlwY3VVE7spOdB0C_ASP6vG6HEFATyfVR708ebLH_ws-CzHoz4-ZInky1md8n-WNpie9Ehe8yZpegrkdLPIKHdV3qoI1mZjf6oebomzIYIqrn-pIkDeA1x2ZC-pVpVy5HrQQQlOZUkHDS1IVVnNzVjN51Qs3nokITaN_70euVMdPdd8z5T3szSfxLLVDqhRlBXHeM7IGoXchR-u4HlN0CBIBCczYbmb6S2YM2XcltDWr4iqBxPvusENUCbpgy_U5dBSVR2xek5ppsHKKdbTabjv30NxuAOqanCXWX8mAi3pn7uymCD3Y7Qaxi4hAqZtWazl904et610xNymdlUDGVGs8gnffv6b9pL7REu3qJQ4sqvPHKxrCW5uTYRusJC85-Z8Z9elyUPpYEiRjwxCDgZrUkUhAVAEU_wIco-cNB06lmupcTiBR2BYRcPaSSPXMTpYDm9FNz1qwfIljEB3ey2BAcGqnGxYwbfECoSl0o-n4K71XJrMQxgC4SJ0k72QFPEfR_ltwH2Q86AzmSmPYGDFtQ2I09fIfkgjdQJYjal4137OXqZXNI4ob8bFFzZBczRV_SfsRBxXNlEYVcTDT6q0mHqaLCUNCCRA1sM8odYpo_IBJhWLD__AmA', '-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAiuIfPPpIYt3m+NM+gloZ
KKDo8/NOHWiNkB53bXxnvs7uvJb4rWAMkaal8S/mw8xrXXiX77pjbbQfeK65IELb
15DeaQOs6vPfhJmohaOyjrujS5MEywdnDAWnkACF5SSofoMGBMHD/Dkl61ecz87A
OFN1CISrEdvVkM/WKpZ8q9LsQjwjkEGNu/hHpKxfnwvtAMjjeOiL2KjhEHg0plhc
O+2hoep/TnsM5k/0yq74jrAOIsYVwFP51hP+FAY2XxbTJsYJTtYghuop9Ju+4FLx
hdZVN/1I4bxpvN+tXvW2KWoGU/xY0m1/O4zY1KTd3Hb+3FcuGs8jdGQZxAHfnWLI
OwIDAQAB
-----END PUBLIC KEY-----
', 1795262400002, 1795262400002, null, null);
insert into encryption ("id", "salt", "check_value", "created_at", "erased_at") values ('secrets', 'EtCSsFNaaC92ikcR6m9F8w', 'enc:v1:lSz4HYpG7PUi-_E4JV3ieSVUWsFr_eOhVYtCwnFYH1Q', 1795262400000, null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa46007e70b734b3e0660a02b3', 1795262400000, 'api_token.created', null, 'cli', null, 'operator', null, '{"id":"6d38fecf584f458f9ed710d289af466b","name":"bot"}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa46007ac4b9fa01fe6408be55', 1795262400000, 'account.created', '24461695730b42d2bbebb7ac83c705c3', 'cli', null, 'operator', null, '{"username":"Plain"}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa46007f369c207770eb829607', 1795262400000, 'token.issued', '24461695730b42d2bbebb7ac83c705c3', 'account', '24461695730b42d2bbebb7ac83c705c3', 'Plain', '127.0.0.1', '{}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa46007da18923ad2512058d4e', 1795262400000, 'account.created', 'e9274526eb334d958bdb47d837f96503', 'cli', null, 'operator', null, '{"username":"TwoFactors"}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa4600795892dc2e40bfa47e81', 1795262400000, 'second_factor.enabled', 'e9274526eb334d958bdb47d837f96503', 'cli', null, 'operator', null, '{}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa460071b79ba1e318f7071bf4', 1795262400000, 'account.created', 'faf849a91550455c94426312ef344b80', 'cli', null, 'operator', null, '{"username":"Suspended"}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa460078d6bfba50bbfae36775', 1795262400000, 'account.suspended', 'faf849a91550455c94426312ef344b80', 'api', '6d38fecf584f458f9ed710d289af466b', 'bot', '127.0.0.1', '{"reason":"griefing","until":null}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa46007f95813b51cccbf1a0ab', 1795262400000, 'account.created', '687d2eb4e4574389ae09e35017baffc3', 'cli', null, 'operator', null, '{"username":"Briefly"}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa46007e42870747900640cea8', 1795262400000, 'account.suspended', '687d2eb4e4574389ae09e35017baffc3', 'api', '6d38fecf584f458f9ed710d289af466b', 'bot', '127.0.0.1', '{"reason":null,"until":"2026-12-21T12:00:00.000Z"}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa46007694b6e20d98ad544781', 1795262400000, 'account.created', 'ce90733c9372471fa9af329522e1626c', 'cli', null, 'operator', null, '{"username":"Before"}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa46007a77a99607374d9a502f', 1795262400000, 'account.renamed', 'ce90733c9372471fa9af329522e1626c', 'api', '6d38fecf584f458f9ed710d289af466b', 'bot', '127.0.0.1', '{"from":"Before","to":"After"}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa46007b3ea6221de9c8e70094', 1795262400000, 'account.created', '4e5a40461be2444789cf4c5625ea1e8b', 'api', '6d38fecf584f458f9ed710d289af466b', 'bot', '127.0.0.1', '{"username":"NoMail"}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa460070b996be7537520b71e0', 1795262400000, 'account.created', '58158ddc85564f20b1d787ab3d115f4c', 'cli', null, 'operator', null, '{"username":"Chief"}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa4600787faea4b6622daecbc3', 1795262400000, 'account.granted', '58158ddc85564f20b1d787ab3d115f4c', 'api', '6d38fecf584f458f9ed710d289af466b', 'bot', '127.0.0.1', '{"role":"admin"}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa46007bc99b6de99b6452cd49', 1795262400000, 'account.created', '081e091e7dd641bb968bbf03a30787a2', 'cli', null, 'operator', null, '{"username":"Dressed"}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa46007a3a9ed3eec8e313cabc', 1795262400000, 'session.started', '081e091e7dd641bb968bbf03a30787a2', 'account', '081e091e7dd641bb968bbf03a30787a2', 'Dressed', '127.0.0.1', '{}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa460070718785eeafbb816a2a', 1795262400000, 'texture.set', '081e091e7dd641bb968bbf03a30787a2', 'account', '081e091e7dd641bb968bbf03a30787a2', 'Dressed', '127.0.0.1', '{"texture":"skin","hash":"780551c3882fa122a07468c82f53ad7ee818477db5ff5a48612c8da1e98a7f6e"}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa46007ee18e46405ea72ce03c', 1795262400000, 'account.created', 'edb7dc661c004bf6ab54713502d505ce', 'cli', null, 'operator', null, '{"username":"Leaving"}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa460072209b4cc3fe03b5894a', 1795262400000, 'session.started', 'edb7dc661c004bf6ab54713502d505ce', 'account', 'edb7dc661c004bf6ab54713502d505ce', 'Leaving', '127.0.0.1', '{}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa460070539b8f04c8b589fb41', 1795262400000, 'account.deletion_requested', 'edb7dc661c004bf6ab54713502d505ce', 'account', 'edb7dc661c004bf6ab54713502d505ce', 'Leaving', '127.0.0.1', '{"at":"2026-11-28T12:00:00.000Z"}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa46007972aa28f56ef45cee65', 1795262400000, 'client.created', null, 'cli', null, 'operator', null, '{"id":"d5fd02c2fb0440ec83bcf65734ff0618","name":"A web site"}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa46007b5fb20b0161d4c2ec88', 1795262400000, 'session.started', '24461695730b42d2bbebb7ac83c705c3', 'account', '24461695730b42d2bbebb7ac83c705c3', 'Plain', '127.0.0.1', '{}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa46007620b8e502c08c335af4', 1795262400000, 'grant.given', '24461695730b42d2bbebb7ac83c705c3', 'account', '24461695730b42d2bbebb7ac83c705c3', 'Plain', '127.0.0.1', '{"client":"d5fd02c2fb0440ec83bcf65734ff0618","scope":"openid offline_access"}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa460073b9808a47d4c8b9593e', 1795262400000, 'grant.given', '24461695730b42d2bbebb7ac83c705c3', 'account', '24461695730b42d2bbebb7ac83c705c3', 'Plain', '192.0.2.7', '{"client":"launchers","scope":"openid offline_access game_server_session"}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa46007af7b8234839acad28ed', 1795262400000, 'invite.created', null, 'api', '6d38fecf584f458f9ed710d289af466b', 'bot', '127.0.0.1', '{"id":"15a52a7567e74514ad426bb98152147d"}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa460075b5a2e9676c2a3b8c78', 1795262400000, 'ban.added', null, 'api', '6d38fecf584f458f9ed710d289af466b', 'bot', '127.0.0.1', '{"network":"192.0.2.99","until":null}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa460073f89676dc0e840165e5', 1795262400000, 'webhook.created', null, 'api', '6d38fecf584f458f9ed710d289af466b', 'bot', '127.0.0.1', '{"id":"40b82ef4137e482f9d6ef6f874001633","origin":"https://bot.example.test"}', null);
insert into mail ("id", "kind", "recipient", "language", "content", "token", "created_at", "due_at", "tries", "expires_at") values ('bf3f6efca2da4c7397702995fbefcc7e', 'notice', 'TwoFactors@example.test', 'en', '{"kind":"notice","username":"TwoFactors","notice":{"about":"second_factor_enabled"}}', null, 1795262400000, 1795262400000, 0, 1795521600000);
insert into mail ("id", "kind", "recipient", "language", "content", "token", "created_at", "due_at", "tries", "expires_at") values ('b80d2a94fabc4e7391b047796994a9e6', 'notice', 'Suspended@example.test', 'en', '{"kind":"notice","username":"Suspended","notice":{"about":"suspended","reason":"griefing"}}', null, 1795262400000, 1795262400000, 0, 1795521600000);
insert into mail ("id", "kind", "recipient", "language", "content", "token", "created_at", "due_at", "tries", "expires_at") values ('8e5e310d2bc045b4a64178167d7b0c86', 'notice', 'Briefly@example.test', 'en', '{"kind":"notice","username":"Briefly","notice":{"about":"suspended","until":1797854400000}}', null, 1795262400000, 1795262400000, 0, 1795521600000);
insert into mail ("id", "kind", "recipient", "language", "content", "token", "created_at", "due_at", "tries", "expires_at") values ('897349200f434dd9a778e59d3a80c97e', 'notice', 'Before@example.test', 'en', '{"kind":"notice","username":"Before","notice":{"about":"renamed","from":"Before","to":"After"}}', null, 1795262400000, 1795262400000, 0, 1795521600000);
insert into mail ("id", "kind", "recipient", "language", "content", "token", "created_at", "due_at", "tries", "expires_at") values ('3ed0c296f5d343c28aac76393d79c69c', 'notice', 'Chief@example.test', 'en', '{"kind":"notice","username":"Chief","notice":{"about":"role_granted","role":"admin"}}', null, 1795262400000, 1795262400000, 0, 1795521600000);
insert into mail ("id", "kind", "recipient", "language", "content", "token", "created_at", "due_at", "tries", "expires_at") values ('beb0512d06814f14a712d2308766d905', 'notice', 'Leaving@example.test', 'en', '{"kind":"notice","username":"Leaving","notice":{"about":"deletion_requested","at":1795867200000}}', null, 1795262400000, 1795262400000, 0, 1795521600000);
insert into invite ("id", "code", "uses", "created_at", "expires_at", "group_name", "digest") values ('15a52a7567e74514ad426bb98152147d', 'enc:v1:h8Sb32aYQeOt2Mx8hOv0TZHqdL1DBlUZXwG-kib0EOO3u7VmqWb4qojdk51m6w', 3, 1795262400000, null, null, 'fd908efa3f22c8ad4b6fe21e997eb08312c1b14c7beb811561a4c4f05e001d4e');
insert into webhook ("id", "url", "secret", "events", "format", "created_at", "fed_seal", "leased_until", "off_at", "failures", "held_until") values ('40b82ef4137e482f9d6ef6f874001633', 'enc:v1:J3TF1NUWA6ZCJ8NnWtlZ6FeMdq_J1i5ZahOY2QRzjYSwvgd1OTLNjS9_UrYEUCCRUWjp7FyPtRqP', 'enc:v1:G928ZueUpi2X4UtxACWnY7_-mslkc-Y8s4zxz3MQtwfnMEAeN1hKgWERi49xsoyuuwImyaFW3F1ZiIA6Fn3BT8NFisjGc85oC7j1u5hM', '["account.*"]', 'standard', 1795262400000, 0, 0, null, null, null);
insert into api_token ("id", "digest", "name", "access", "created_at", "expires_at", "last_used_at", "maker_kind", "maker_id", "maker_name") values ('6d38fecf584f458f9ed710d289af466b', '25f852882939eb1d414191f99b6a3606c3348fd564c72519f988e4fd3f4190e9', 'bot', 'write', 1795262400000, null, 1795262400000, 'cli', null, 'operator');
insert into attempt ("subject", "step", "refused_at", "at", "reason", "detail", "network", "address", "server") values ('081e091e7dd641bb968bbf03a30787a2', 'web', 0, 1795262400000, null, null, '', '127.0.0.1', null);
insert into attempt ("subject", "step", "refused_at", "at", "reason", "detail", "network", "address", "server") values ('24461695730b42d2bbebb7ac83c705c3', 'authenticate', 0, 1795262400000, null, null, '', '127.0.0.1', null);
insert into attempt ("subject", "step", "refused_at", "at", "reason", "detail", "network", "address", "server") values ('24461695730b42d2bbebb7ac83c705c3', 'join', 0, 1795262400000, null, null, '', '127.0.0.1', null);
insert into attempt ("subject", "step", "refused_at", "at", "reason", "detail", "network", "address", "server") values ('24461695730b42d2bbebb7ac83c705c3', 'oauth', 0, 1795262400000, null, null, '', '127.0.0.1', null);
insert into attempt ("subject", "step", "refused_at", "at", "reason", "detail", "network", "address", "server") values ('24461695730b42d2bbebb7ac83c705c3', 'web', 0, 1795262400000, null, null, '', '127.0.0.1', null);
insert into attempt ("subject", "step", "refused_at", "at", "reason", "detail", "network", "address", "server") values ('edb7dc661c004bf6ab54713502d505ce', 'web', 0, 1795262400000, null, null, '', '127.0.0.1', null);
insert into hour_count ("at", "step", "outcome", "count") values (1795262400000, 'authenticate', 'ok', 1);
insert into hour_count ("at", "step", "outcome", "count") values (1795262400000, 'join', 'ok', 1);
alter table kysely_migration add constraint kysely_migration_pkey PRIMARY KEY (name);
alter table kysely_migration_lock add constraint kysely_migration_lock_pkey PRIMARY KEY (id);
alter table account add constraint account_email_folded_key UNIQUE (email_folded);
alter table account add constraint account_pkey PRIMARY KEY (id);
alter table account add constraint account_username_folded_key UNIQUE (username_folded);
alter table username_history add constraint username_history_key PRIMARY KEY (account_id, changed_at, username);
alter table launcher_token add constraint launcher_token_pkey PRIMARY KEY (jti);
alter table pending_join add constraint pending_join_key PRIMARY KEY (account_id, server_id_digest);
alter table used_totp_step add constraint used_totp_step_key PRIMARY KEY (account_id, step);
alter table guess add constraint guess_pkey PRIMARY KEY (key);
alter table signing_key add constraint signing_key_generation UNIQUE (use, generation);
alter table signing_key add constraint signing_key_pkey PRIMARY KEY (kid);
alter table lookup_client add constraint lookup_client_pkey PRIMARY KEY (network);
alter table texture add constraint texture_pkey PRIMARY KEY (hash);
alter table credential add constraint credential_pkey PRIMARY KEY (digest);
alter table encryption add constraint encryption_pkey PRIMARY KEY (id);
alter table audit_entry add constraint audit_entry_pkey PRIMARY KEY (id);
alter table audit_seal add constraint audit_seal_pkey PRIMARY KEY (number);
alter table mail add constraint mail_pkey PRIMARY KEY (id);
alter table oauth_client add constraint oauth_client_pkey PRIMARY KEY (client_id);
alter table oauth_grant add constraint oauth_grant_pkey PRIMARY KEY (id);
alter table oauth_artifact add constraint oauth_artifact_pkey PRIMARY KEY (digest);
alter table oauth_artifact add constraint oauth_artifact_user_code_digest_key UNIQUE (user_code_digest);
alter table recovery add constraint recovery_pkey PRIMARY KEY (digest);
alter table invite add constraint invite_code_key UNIQUE (code);
alter table invite add constraint invite_pkey PRIMARY KEY (id);
alter table email_change add constraint email_change_pkey PRIMARY KEY (digest);
alter table former_skin add constraint former_skin_key PRIMARY KEY (account_id, hash);
alter table recovery_code add constraint recovery_code_pk PRIMARY KEY (account_id, digest);
alter table passkey add constraint passkey_pkey PRIMARY KEY (id);
alter table used_challenge add constraint used_challenge_pkey PRIMARY KEY (digest);
alter table api_token add constraint api_token_digest_key UNIQUE (digest);
alter table api_token add constraint api_token_pkey PRIMARY KEY (id);
alter table idempotency_key add constraint idempotency_key_pkey PRIMARY KEY (digest);
alter table attempt add constraint attempt_key PRIMARY KEY (subject, step, refused_at);
alter table webhook add constraint webhook_pkey PRIMARY KEY (id);
alter table webhook_delivery add constraint webhook_delivery_pk PRIMARY KEY (webhook_id, id);
alter table known_device add constraint known_device_key PRIMARY KEY (account_id, digest);
alter table hour_count add constraint hour_count_key PRIMARY KEY (at, step, outcome);
alter table name_claim add constraint name_claim_pkey PRIMARY KEY (name_key);
alter table deleted_account add constraint deleted_account_pkey PRIMARY KEY (id);
alter table factor_undo add constraint factor_undo_pkey PRIMARY KEY (digest);
alter table registration add constraint registration_next_pkey PRIMARY KEY (digest);
alter table player_group add constraint player_group_pkey PRIMARY KEY (name);
alter table group_member add constraint group_member_pk PRIMARY KEY (account_id, group_name);
alter table game_server add constraint game_server_name_key UNIQUE (name);
alter table game_server add constraint game_server_pkey PRIMARY KEY (id);
alter table game_server_key add constraint game_server_key_pkey PRIMARY KEY (digest);
alter table game_server_group add constraint game_server_group_pk PRIMARY KEY (server_id, group_name);
alter table one_time_link add constraint one_time_link_account_id_key UNIQUE (account_id);
alter table one_time_link add constraint one_time_link_pkey PRIMARY KEY (digest);
alter table setting add constraint setting_pkey PRIMARY KEY (name);
alter table neighbour add constraint neighbour_pkey PRIMARY KEY (id);
alter table game_server_neighbour add constraint game_server_neighbour_pk PRIMARY KEY (server_id, neighbour_id);
alter table visitor add constraint visitor_pkey PRIMARY KEY (uuid);
alter table listed_visitor add constraint listed_visitor_pk PRIMARY KEY (name_key, neighbour_id, server_id);
alter table neighbour_key add constraint neighbour_key_pk PRIMARY KEY (neighbour_id, use, spki);
alter table neighbour_link add constraint neighbour_link_pk PRIMARY KEY (neighbour_id, uuid);
alter table link_code add constraint link_code_of_player UNIQUE (neighbour_id, uuid);
alter table link_code add constraint link_code_pkey PRIMARY KEY (digest);
alter table mirrored_textures add constraint mirrored_textures_pkey PRIMARY KEY (uuid);
alter table link_sign_in add constraint link_sign_in_pk PRIMARY KEY (session, neighbour_id);
alter table neighbour_answer add constraint neighbour_answer_pkey PRIMARY KEY (neighbour_id);
alter table refused_visit add constraint refused_visit_pkey PRIMARY KEY (digest);
alter table change_undo add constraint change_undo_pkey PRIMARY KEY (digest);
alter table username_history add constraint username_history_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table launcher_token add constraint launcher_token_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table pending_join add constraint pending_join_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table used_totp_step add constraint used_totp_step_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table credential add constraint credential_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table credential add constraint credential_grant_id_fkey FOREIGN KEY (grant_id) REFERENCES oauth_grant(id) ON DELETE CASCADE;
alter table oauth_grant add constraint oauth_grant_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table oauth_grant add constraint oauth_grant_client_id_fkey FOREIGN KEY (client_id) REFERENCES oauth_client(client_id) ON DELETE CASCADE;
alter table oauth_artifact add constraint oauth_artifact_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table oauth_artifact add constraint oauth_artifact_client_id_fkey FOREIGN KEY (client_id) REFERENCES oauth_client(client_id) ON DELETE CASCADE;
alter table oauth_artifact add constraint oauth_artifact_grant_id_fkey FOREIGN KEY (grant_id) REFERENCES oauth_grant(id) ON DELETE CASCADE;
alter table email_change add constraint email_change_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table former_skin add constraint former_skin_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table recovery_code add constraint recovery_code_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table passkey add constraint passkey_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table idempotency_key add constraint idempotency_key_token_id_fkey FOREIGN KEY (token_id) REFERENCES api_token(id) ON DELETE CASCADE;
alter table webhook_delivery add constraint webhook_delivery_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhook(id) ON DELETE CASCADE;
alter table known_device add constraint known_device_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table factor_undo add constraint factor_undo_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table group_member add constraint group_member_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table group_member add constraint group_member_group_name_fkey FOREIGN KEY (group_name) REFERENCES player_group(name) ON DELETE CASCADE;
alter table game_server_key add constraint game_server_key_server_id_fkey FOREIGN KEY (server_id) REFERENCES game_server(id) ON DELETE CASCADE;
alter table game_server_group add constraint game_server_group_server_id_fkey FOREIGN KEY (server_id) REFERENCES game_server(id) ON DELETE CASCADE;
alter table one_time_link add constraint one_time_link_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table game_server_neighbour add constraint game_server_neighbour_neighbour_id_fkey FOREIGN KEY (neighbour_id) REFERENCES neighbour(id) ON DELETE CASCADE;
alter table game_server_neighbour add constraint game_server_neighbour_server_id_fkey FOREIGN KEY (server_id) REFERENCES game_server(id) ON DELETE CASCADE;
alter table listed_visitor add constraint listed_visitor_neighbour_id_fkey FOREIGN KEY (neighbour_id) REFERENCES neighbour(id) ON DELETE CASCADE;
alter table neighbour_key add constraint neighbour_key_neighbour_id_fkey FOREIGN KEY (neighbour_id) REFERENCES neighbour(id) ON DELETE CASCADE;
alter table neighbour_link add constraint neighbour_link_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table neighbour_link add constraint neighbour_link_neighbour_id_fkey FOREIGN KEY (neighbour_id) REFERENCES neighbour(id) ON DELETE CASCADE;
alter table link_code add constraint link_code_neighbour_id_fkey FOREIGN KEY (neighbour_id) REFERENCES neighbour(id) ON DELETE CASCADE;
alter table mirrored_textures add constraint mirrored_textures_uuid_fkey FOREIGN KEY (uuid) REFERENCES visitor(uuid) ON DELETE CASCADE;
alter table link_sign_in add constraint link_sign_in_neighbour_id_fkey FOREIGN KEY (neighbour_id) REFERENCES neighbour(id) ON DELETE CASCADE;
alter table neighbour_answer add constraint neighbour_answer_neighbour_id_fkey FOREIGN KEY (neighbour_id) REFERENCES neighbour(id) ON DELETE CASCADE;
alter table change_undo add constraint change_undo_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
CREATE INDEX launcher_token_by_account ON public.launcher_token USING btree (account_id, expires_at);
CREATE INDEX launcher_token_by_expiry ON public.launcher_token USING btree (expires_at);
CREATE INDEX pending_join_by_expiry ON public.pending_join USING btree (expires_at);
CREATE INDEX guess_by_full_at ON public.guess USING btree (full_at);
CREATE INDEX lookup_client_by_ban ON public.lookup_client USING btree (banned_at);
CREATE INDEX lookup_client_by_forgotten ON public.lookup_client USING btree (forgotten_at);
CREATE INDEX account_by_skin ON public.account USING btree (skin_hash);
CREATE INDEX account_by_cape ON public.account USING btree (cape_hash);
CREATE INDEX signing_key_by_creation ON public.signing_key USING btree (created_at);
CREATE INDEX credential_by_account ON public.credential USING btree (account_id, kind, expires_at);
CREATE INDEX credential_by_expiry ON public.credential USING btree (expires_at);
CREATE INDEX texture_by_wearer ON public.texture USING btree (worn_by, worn_at);
CREATE INDEX audit_entry_by_account ON public.audit_entry USING btree (account_id, id);
CREATE INDEX audit_entry_by_event ON public.audit_entry USING btree (event, id);
CREATE INDEX audit_entry_by_seal ON public.audit_entry USING btree (seal, id);
CREATE INDEX mail_by_due ON public.mail USING btree (due_at);
CREATE INDEX mail_by_expiry ON public.mail USING btree (expires_at);
CREATE INDEX oauth_grant_by_account ON public.oauth_grant USING btree (account_id, client_id);
CREATE INDEX oauth_grant_by_client ON public.oauth_grant USING btree (client_id);
CREATE INDEX oauth_grant_by_expiry ON public.oauth_grant USING btree (expires_at);
CREATE INDEX oauth_artifact_by_grant ON public.oauth_artifact USING btree (grant_id, kind, consumed_at);
CREATE INDEX oauth_artifact_by_account ON public.oauth_artifact USING btree (account_id, kind, expires_at);
CREATE INDEX oauth_artifact_by_client ON public.oauth_artifact USING btree (client_id);
CREATE INDEX oauth_artifact_by_expiry ON public.oauth_artifact USING btree (expires_at);
CREATE INDEX credential_by_grant ON public.credential USING btree (grant_id) WHERE (grant_id IS NOT NULL);
CREATE INDEX recovery_by_expiry ON public.recovery USING btree (expires_at);
CREATE INDEX email_change_by_account ON public.email_change USING btree (account_id);
CREATE INDEX email_change_by_expiry ON public.email_change USING btree (expires_at);
CREATE INDEX former_skin_by_hash ON public.former_skin USING btree (hash);
CREATE INDEX former_skin_by_age ON public.former_skin USING btree (taken_off_at);
CREATE INDEX passkey_by_account ON public.passkey USING btree (account_id);
CREATE INDEX used_challenge_by_expiry ON public.used_challenge USING btree (expires_at);
CREATE INDEX account_by_roles ON public.account USING btree (roles) WHERE (roles IS NOT NULL);
CREATE INDEX account_by_suspension ON public.account USING btree (id) WHERE (suspended_at IS NOT NULL);
CREATE INDEX idempotency_key_by_token ON public.idempotency_key USING btree (token_id);
CREATE INDEX idempotency_key_by_expiry ON public.idempotency_key USING btree (expires_at);
CREATE INDEX username_history_by_name ON public.username_history USING btree (lower(username));
CREATE INDEX attempt_by_time ON public.attempt USING btree (at);
CREATE INDEX attempt_by_refusal ON public.attempt USING btree (refused_at) WHERE (refused_at > 0);
CREATE INDEX webhook_delivery_by_state ON public.webhook_delivery USING btree (webhook_id, state, seal, id);
CREATE INDEX webhook_delivery_by_seal ON public.webhook_delivery USING btree (seal);
CREATE INDEX known_device_by_age ON public.known_device USING btree (seen_at);
CREATE INDEX credential_by_first_use ON public.credential USING btree (first_used_at);
CREATE INDEX account_by_part ON public.account USING gin (translate(username_folded, '_.@-+'::text, '00000'::text) gin_trgm_ops, translate(email_folded, '_.@-+'::text, '00000'::text) gin_trgm_ops);
CREATE INDEX account_by_deletion ON public.account USING btree (deletes_at) WHERE (deletes_at IS NOT NULL);
CREATE INDEX name_claim_by_end ON public.name_claim USING btree (until) WHERE (until IS NOT NULL);
CREATE INDEX name_claim_by_holder ON public.name_claim USING btree (account_id) WHERE (until IS NOT NULL);
CREATE INDEX factor_undo_by_account ON public.factor_undo USING btree (account_id);
CREATE INDEX factor_undo_by_expiry ON public.factor_undo USING btree (expires_at);
CREATE INDEX registration_by_name ON public.registration USING btree (username_folded);
CREATE INDEX registration_by_email ON public.registration USING btree (email_folded);
CREATE INDEX registration_by_invite ON public.registration USING btree (invite_id);
CREATE INDEX registration_by_expiry ON public.registration USING btree (expires_at);
CREATE INDEX registration_by_network ON public.registration USING btree (network, expires_at);
CREATE INDEX used_totp_step_by_step ON public.used_totp_step USING btree (step);
CREATE INDEX guess_by_subject ON public.guess USING btree (substr(key, (length(key) - 31)));
CREATE INDEX group_member_by_group ON public.group_member USING btree (group_name, account_id);
CREATE INDEX game_server_key_by_server ON public.game_server_key USING btree (server_id);
CREATE INDEX game_server_key_by_end ON public.game_server_key USING btree (ends_at) WHERE (ends_at IS NOT NULL);
CREATE UNIQUE INDEX game_server_key_in_force ON public.game_server_key USING btree (server_id) WHERE (ends_at IS NULL);
CREATE INDEX attempt_by_server ON public.attempt USING btree (server, at) WHERE (server IS NOT NULL);
CREATE INDEX one_time_link_by_expiry ON public.one_time_link USING btree (expires_at);
CREATE INDEX game_server_neighbour_by_neighbour ON public.game_server_neighbour USING btree (neighbour_id);
CREATE INDEX visitor_by_name ON public.visitor USING btree (name_key, uuid);
CREATE INDEX visitor_by_neighbour ON public.visitor USING btree (neighbour_id, uuid);
CREATE INDEX listed_visitor_by_neighbour ON public.listed_visitor USING btree (neighbour_id);
CREATE INDEX name_claim_by_visitor ON public.name_claim USING btree (visitor_id) WHERE (visitor_id IS NOT NULL);
CREATE INDEX neighbour_link_by_account ON public.neighbour_link USING btree (account_id, name_key);
CREATE INDEX neighbour_link_by_name ON public.neighbour_link USING btree (name_key);
CREATE INDEX neighbour_link_by_uuid ON public.neighbour_link USING btree (uuid);
CREATE INDEX link_code_by_expiry ON public.link_code USING btree (expires_at);
CREATE INDEX mirrored_textures_by_skin ON public.mirrored_textures USING btree (skin_hash);
CREATE INDEX mirrored_textures_by_cape ON public.mirrored_textures USING btree (cape_hash);
CREATE INDEX mirrored_textures_by_age ON public.mirrored_textures USING btree (checked_at, uuid);
CREATE INDEX link_sign_in_by_neighbour ON public.link_sign_in USING btree (neighbour_id);
CREATE INDEX link_sign_in_by_expiry ON public.link_sign_in USING btree (expires_at);
CREATE INDEX refused_visit_by_age ON public.refused_visit USING btree (at, digest);
CREATE INDEX change_undo_by_account ON public.change_undo USING btree (account_id);
CREATE INDEX change_undo_by_expiry ON public.change_undo USING btree (expires_at);
CREATE INDEX account_by_creation ON public.account USING btree (created_at, id) INCLUDE (username_folded, email_folded);
CREATE INDEX visitor_by_last_seen ON public.visitor USING btree (last_seen);
CREATE INDEX visitor_of_one_join ON public.visitor USING btree (last_seen) WHERE (joins = 1);
CREATE UNIQUE INDEX invite_by_digest ON public.invite USING btree (digest);
CREATE INDEX account_by_hidden_cape ON public.account USING btree (hidden_cape) WHERE (hidden_cape IS NOT NULL);
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
        update account set group_names = (select string_agg(group_name, ' ' order by group_name collate "C") from group_member where account_id = changed_id) where id = changed_id;
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
