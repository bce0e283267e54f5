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
  tells_groups text not null,
  tells_source text not null default 'on'::text,
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
insert into kysely_migration ("name", "timestamp") values ('0001-accounts', '2026-11-27T01:11:09.790Z');
insert into kysely_migration ("name", "timestamp") values ('0002-account-search', '2026-11-27T01:11:10.043Z');
insert into kysely_migration ("name", "timestamp") values ('0003-names', '2026-11-27T01:11:10.069Z');
insert into kysely_migration ("name", "timestamp") values ('0004-textures', '2026-11-27T01:11:10.146Z');
insert into kysely_migration ("name", "timestamp") values ('0005-registration', '2026-11-27T01:11:10.281Z');
insert into kysely_migration ("name", "timestamp") values ('0006-sign-in', '2026-11-27T01:11:10.450Z');
insert into kysely_migration ("name", "timestamp") values ('0007-applications', '2026-11-27T01:11:10.495Z');
insert into kysely_migration ("name", "timestamp") values ('0008-credentials', '2026-11-27T01:11:10.558Z');
insert into kysely_migration ("name", "timestamp") values ('0009-community', '2026-11-27T01:11:10.625Z');
insert into kysely_migration ("name", "timestamp") values ('0010-neighbours', '2026-11-27T01:11:10.678Z');
insert into kysely_migration ("name", "timestamp") values ('0011-visitors', '2026-11-27T01:11:10.814Z');
insert into kysely_migration ("name", "timestamp") values ('0012-records', '2026-11-27T01:11:10.943Z');
insert into kysely_migration ("name", "timestamp") values ('0013-operation', '2026-11-27T01:11:11.024Z');
insert into kysely_migration_lock ("id", "is_locked") values ('migration_lock', 0);
insert into name_claim ("name_key", "kind", "account_id", "until", "visitor_id") values ('plain', 'account', '53ae3ea136d244aea448765eafc17cab', null, null);
insert into name_claim ("name_key", "kind", "account_id", "until", "visitor_id") values ('twofactors', 'account', '5c9ef12367334ad6985f20da48d91370', null, null);
insert into name_claim ("name_key", "kind", "account_id", "until", "visitor_id") values ('suspended', 'account', '6b7131c1718241cd84747b1da84ef021', null, null);
insert into name_claim ("name_key", "kind", "account_id", "until", "visitor_id") values ('briefly', 'account', 'c8fa0d73df3b4c60a097f1a12a6c06b9', null, null);
insert into name_claim ("name_key", "kind", "account_id", "until", "visitor_id") values ('after', 'account', 'c44d3381f2e34eae9c504b4603242c26', null, null);
insert into name_claim ("name_key", "kind", "account_id", "until", "visitor_id") values ('before', 'held', 'c44d3381f2e34eae9c504b4603242c26', 1797854400000, null);
insert into name_claim ("name_key", "kind", "account_id", "until", "visitor_id") values ('nomail', 'account', '88b40a7f2fc949b08e755451b8cfe8e5', null, null);
insert into name_claim ("name_key", "kind", "account_id", "until", "visitor_id") values ('chief', 'account', '331ab7c074b54060be28b5d8dd307274', null, null);
insert into name_claim ("name_key", "kind", "account_id", "until", "visitor_id") values ('dressed', 'account', '9466f6a0512442e5be3bbb7b9c722a28', null, null);
insert into name_claim ("name_key", "kind", "account_id", "until", "visitor_id") values ('leaving', 'account', '5e2f3dc18990428ca7f861a94b0dfc95', null, null);
insert into account ("id", "username", "username_folded", "email", "email_folded", "email_confirmed", "password_hash", "credentials_version", "secrets_version", "language", "totp_secret", "totp_since", "skin_hash", "skin_model", "cape_hash", "hidden_cape", "suspended_at", "suspended_until", "suspension_reason", "suspended_by", "created_at", "deletes_at", "roles", "group_names") values ('53ae3ea136d244aea448765eafc17cab', 'Plain', 'plain', 'Plain@example.test', 'plain@example.test', null, '$argon2id$v=19$m=1024,t=1,p=1$uDuQjr6m6JzBhIPjPSvvoA$5qRuyw8RCh622lQ/ejbqTVpF4n2zgZIkmLNb+dUjthU', 0, 0, 'en', null, null, null, null, null, null, null, null, null, null, 1795262400000, null, null, null);
insert into account ("id", "username", "username_folded", "email", "email_folded", "email_confirmed", "password_hash", "credentials_version", "secrets_version", "language", "totp_secret", "totp_since", "skin_hash", "skin_model", "cape_hash", "hidden_cape", "suspended_at", "suspended_until", "suspension_reason", "suspended_by", "created_at", "deletes_at", "roles", "group_names") values ('5c9ef12367334ad6985f20da48d91370', 'TwoFactors', 'twofactors', 'TwoFactors@example.test', 'twofactors@example.test', null, '$argon2id$v=19$m=1024,t=1,p=1$4greRS4dnFDwA38DmRTqOA$CR/HDo+GMRW7QZd8wtt0wwhXMjzpqvD5DkXP33tmvlY', 1, 1, 'en', 'enc:v1:O0eZou27W22fdjauo6qKO9MJkWDA4s2Muw7yDwRx3CJOlti_ZlElAzd4wJJ7PTI5R3G2I19QhxF8Ip7T', 1795262400000, null, null, null, null, null, null, null, null, 1795262400000, null, null, null);
insert into account ("id", "username", "username_folded", "email", "email_folded", "email_confirmed", "password_hash", "credentials_version", "secrets_version", "language", "totp_secret", "totp_since", "skin_hash", "skin_model", "cape_hash", "hidden_cape", "suspended_at", "suspended_until", "suspension_reason", "suspended_by", "created_at", "deletes_at", "roles", "group_names") values ('6b7131c1718241cd84747b1da84ef021', 'Suspended', 'suspended', 'Suspended@example.test', 'suspended@example.test', null, '$argon2id$v=19$m=1024,t=1,p=1$RqUH1mXpF1gEEHz2Lw8PXQ$gfBTy7WMHtlVURf2gJbpPopN0DFB5+kndHjN4FDVTX0', 1, 0, 'en', null, null, null, null, null, null, 1795262400000, null, 'griefing', 'admin', 1795262400000, null, null, null);
insert into account ("id", "username", "username_folded", "email", "email_folded", "email_confirmed", "password_hash", "credentials_version", "secrets_version", "language", "totp_secret", "totp_since", "skin_hash", "skin_model", "cape_hash", "hidden_cape", "suspended_at", "suspended_until", "suspension_reason", "suspended_by", "created_at", "deletes_at", "roles", "group_names") values ('c8fa0d73df3b4c60a097f1a12a6c06b9', 'Briefly', 'briefly', 'Briefly@example.test', 'briefly@example.test', null, '$argon2id$v=19$m=1024,t=1,p=1$HoPjqVJG4OboQRT7BQcAig$xSplC6y9pB+qtfjXyeyFE8cvvg+x8tUBDZm3RInWEzU', 1, 0, 'en', null, null, null, null, null, null, 1795262400000, 1797854400000, null, 'admin', 1795262400000, null, null, null);
insert into account ("id", "username", "username_folded", "email", "email_folded", "email_confirmed", "password_hash", "credentials_version", "secrets_version", "language", "totp_secret", "totp_since", "skin_hash", "skin_model", "cape_hash", "hidden_cape", "suspended_at", "suspended_until", "suspension_reason", "suspended_by", "created_at", "deletes_at", "roles", "group_names") values ('c44d3381f2e34eae9c504b4603242c26', 'After', 'after', 'Before@example.test', 'before@example.test', null, '$argon2id$v=19$m=1024,t=1,p=1$/S8ulha7cYVPNL2ka+YMYA$ylYgqUZlo4NXjE4ESLTeqKzQzRahUlHeOat2bJGXX24', 0, 0, 'en', null, null, null, null, null, null, null, null, null, null, 1795262400000, null, null, null);
insert into account ("id", "username", "username_folded", "email", "email_folded", "email_confirmed", "password_hash", "credentials_version", "secrets_version", "language", "totp_secret", "totp_since", "skin_hash", "skin_model", "cape_hash", "hidden_cape", "suspended_at", "suspended_until", "suspension_reason", "suspended_by", "created_at", "deletes_at", "roles", "group_names") values ('88b40a7f2fc949b08e755451b8cfe8e5', 'NoMail', 'nomail', null, null, null, '$argon2id$v=19$m=1024,t=1,p=1$5JYy8EspaPtkp896HKfWSw$YXnVNBGiO0Vgovb9D0NalIbhIMLN5Hk+Uhc8H+LEBhE', 0, 0, 'en', null, null, null, null, null, null, null, null, null, null, 1795262400000, null, null, null);
insert into account ("id", "username", "username_folded", "email", "email_folded", "email_confirmed", "password_hash", "credentials_version", "secrets_version", "language", "totp_secret", "totp_since", "skin_hash", "skin_model", "cape_hash", "hidden_cape", "suspended_at", "suspended_until", "suspension_reason", "suspended_by", "created_at", "deletes_at", "roles", "group_names") values ('331ab7c074b54060be28b5d8dd307274', 'Chief', 'chief', 'Chief@example.test', 'chief@example.test', null, '$argon2id$v=19$m=1024,t=1,p=1$bM/zQab6H+Xh0Yw8fLkU0g$xI+d5V+vecUPVYiElSKKRI0ZpuBQE67JJbqaAsni5BM', 0, 0, 'en', null, null, null, null, null, null, null, null, null, null, 1795262400000, null, 'admin', null);
insert into account ("id", "username", "username_folded", "email", "email_folded", "email_confirmed", "password_hash", "credentials_version", "secrets_version", "language", "totp_secret", "totp_since", "skin_hash", "skin_model", "cape_hash", "hidden_cape", "suspended_at", "suspended_until", "suspension_reason", "suspended_by", "created_at", "deletes_at", "roles", "group_names") values ('9466f6a0512442e5be3bbb7b9c722a28', 'Dressed', 'dressed', 'Dressed@example.test', 'dressed@example.test', null, '$argon2id$v=19$m=1024,t=1,p=1$LlKP5geZUT5FgngV2/SSUw$pwPRQiUAE1mqqV+KO6miG0RHDg9NBhZx9EhhJqTfn04', 0, 0, 'en', null, null, '780551c3882fa122a07468c82f53ad7ee818477db5ff5a48612c8da1e98a7f6e', 'slim', null, null, null, null, null, null, 1795262400000, null, null, null);
insert into account ("id", "username", "username_folded", "email", "email_folded", "email_confirmed", "password_hash", "credentials_version", "secrets_version", "language", "totp_secret", "totp_since", "skin_hash", "skin_model", "cape_hash", "hidden_cape", "suspended_at", "suspended_until", "suspension_reason", "suspended_by", "created_at", "deletes_at", "roles", "group_names") values ('5e2f3dc18990428ca7f861a94b0dfc95', 'Leaving', 'leaving', 'Leaving@example.test', 'leaving@example.test', null, '$argon2id$v=19$m=1024,t=1,p=1$iFtI4xnkwqVdqL7CU9Milw$tQGoqXK4WBBjqsW9CcFqPUSQqmHkenwZSk/L9CccT7c', 1, 0, 'en', null, null, null, null, null, null, null, null, null, null, 1795262400000, 1795867200000, null, null);
insert into texture ("hash", "png", "unworn_since", "worn_by", "worn_at") values ('780551c3882fa122a07468c82f53ad7ee818477db5ff5a48612c8da1e98a7f6e', 'iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAYAAACqaXHeAAAgAElEQVR42g2acVzb9Z3//dk1jklWO9OxDrrMuBqDRhHJoGKQwWWSQRGXFQa9RrOSCTO9nBda1rgsDxiZFC4DUSoZyxYHhesy44oXvGicbOByRVsWfDApI3OOy6R4nuS4Tnpcef7ef7z+ej9ej+fj8frn+3m8vq/r1P/v/3GbSC8qEpWKKkRmUZ2oQWQV2UUOkUvkFnWIukV9otOioGhUFBZNiGKiKVFCdFG0IFoWrYjWRBnRpgiRQqQUqUS5Io1IJyoQFYvKRCZRjcgiahLZRC0ip+iEyCPqEvWKBkQBUUg0LoqIoqK4aFo0K0qKFkXXqbMlgOzr0WfvoCj7E5Rm76QiW4E5+wbqsj9JQ3YW1uxPYc++EUd2Nq5sJe7sT9ORvYvu7Jvoy97N6ezPEMy+mdFsFeHsPUxkf5ZYdg5T2Z8jkb2Xi9mfZyE7l+XsPFay97GW/QUy2Wo2s78I2begyNagzL4VVfaXyM3ejyb7NnTZWgqyb6c4W0dZdj6m7Duoyb4TS7aepuy7sGXfTUt2Ac7seziRXYgn+166sovozTYwkP1lAtnFhLJLGM8+QCT7PqLZpcSz72c628hsdhnJ7AdYzC6XAHIkgJwd6HN2UpRzA6U5WVTk3Ig5R0ldzi4acnZjzbkZe84eHDk5uHL24s7JpSNnH905avpybuF0zq0Ec/YzmqMlnKNjIucOYjl6pnLuJpFzDxdz7mUhx8ByTjErOQdYyyklk2NkM+cByPkKipxKlDkmVDkPkptjRpNTjS7nIAU5D1Gc8zBlORZMOYeoyWnAktNIU85hbDlHaMl5BGeOjRM5R/Hk2OnKeYzenFYGch4nkHOMUI6T8ZwniOS4iOYcJ57TznTOSWZzniSZ42ExxysBaCQAzSfQa26gSPMpSjVKKjQ3YdbcTJ3mszRo9mLV5GHXqHFoNLg0+3FrbqdDcwfdmrvo09zDaU0RQU0xo5r7CGuMTGjKiWkqmdJ8lYTGzEVNDQuah1jWfJ0VzSHWNN8koznMpsYKGhsKTTNKzWOoNN8hV3MMjeYf0WlcFGhOUKw5SZnme5g0Xmo0nVg0Ppo03dg0vbRofoRT8zQnNM/i0TxHl+bH9GqCDGhCBDQjhDRjjGvOEtH8kqjmReKaCaY1UWY1/0ZS8yqLml9LAHoJQL8TvT6LIr2SUv1uKvR7MOv3UqffR4P+Fqz6/dj1Ohx6PS79Pbj1Bjr0B+jWG+nTf4XTehNBvZlR/UHC+oeZ0B8ipm9kSn+EhN7GRb2dBX0ry/pjrOifYE1/nIz+JJt6D+g7UOh9KPWnUOn95OqfRqMfRKcPUKAPUqx/njL9GUz6s9ToX8CiP0eTPopNH6NF/xpO/W84oX8Dj/48XfoL9OqTDOgXCOgvEdKnGNe/R0SfJqq/TFz/IdP6DLP6KyT1V1nUX5MASiSAEgX6khspKrmJ0pI9VJR8HnOJmrqSL9FQosNachf2kntxlJTgKjHiLqmgo+RBuktq6Ct5mNMl9QRLDjNa8ijhEjsTJd8hVuJkqqSNRMlJLpZ8n4WSH7Bc0s1KiZ+1kgEyJc+xWfITKHkeRckYypIwqpJfkVsSRVPyCrqS1ykomaG45DxlJRcxlbxNTckilpIUTSV/wVbyPi0l/4mzJMOJkr/hKdmiq+Q6ekt2MlDyKQIluwiVqBgv2Uuk5AtES24lXnI70yV6ZksKSZYUs1hyvwRQKQFU3oC+UklR5c2UVu6lolKNuXI/dZV30FB5D9bKYuyVRhyVlbgqzbgrH6Kj8hDdlYfpq7RxuvIxgpXHGK10Ea48yUSll1ilj6nKXhKVT3Ox8jkWKoMsV46wUnmWtcoXyVRG2ax8FSp/g6IygbLyAqrKt8mtvISm8l10lWkKKj+guDJDWeXHmCqvUVO5A0tlFk2Vu7BV7qGlMhdn5S2cqNTiqdTTVXkvvZUHGKh8gECliVBlNeOVDxOpbCBaeYR45VGmK1uZrXSSrDzOYuWTEkCtBFD7SfS1uyiq/SyltfuoqP0S5to7qKstpKH2ANbacuy1D+KorcVVewh37d/TUXuU7trv0Ff7BKdrv0uw1sto7Q8J1/qZqH2WWO0wU7U/J1F7lou1v2Kh9mWWa3/NSu0brNW+Rab2bTZrl6D2PRS1qyhrP0JV+zdya6+hqf0EutobKaj9DMW1eymr/SKmWi01tXdhqTXQVHs/ttpKWmq/hrP2YU7UfhNP7SN01X6b3tpjDNS2Eah9klBtJ+O1p4jU9hOtfY547U+Zrj3DbO0vSda+xGLtKxJAowTQmIW+cTdFjXspbbyFikYd5sZ7qGs8QEPjV7A2mrE3PoyjsRFXow13YysdjU/Q3XiSvsYOTjeeItj4NKONAcKNzzPReJZY4zmmGmMkGn/DxcbzLDQmWW68xErje6w1XibTmGGz8SoIXyF8pfBVws8Vvkb4OuEXCL9Y+GXCNwm/RvgW4TcJ3yb8FuE7hX9C+B7hdwm/V/gDwg8IPyT8ceFHhB8Vflz408KfFX5S+IvCv07dLAE0fwp9880UNedR2ryfiua7MDcXU9dcTkOzGWvz17E3H8bR3Iyr+Rju5hN0NHvpbu6mr/lpTjf/mGDzCKPNvyTcHGWi+dfEmhNMNf+eRPMlLjb/hYXmD1hu/h9Wmq+x1qwg07yLzebPQbO8A5rzUTbfi6r5fnKbTWiaa9E1N1DQ/CjFza2UNf8TpuYnqWnuwtLsp6n5NLbmn9HS/C84m89xovkVPM3TdDW/RW/zAgPNfyLQ/D6h5nXGm68Sab6eaPONxJtVTDfvY7b5NpLNd7PYXCIBOCUA543onXsocqopdeqocN6L2WmkzvkgDc6HsToPY3facTiduJwncTt/QIfTT7fzOfqcz3PaGSbojDLqfJ2w8zwTzreJOVNMOd8n4cxw0bnFgnMny85drDj3sua8lYxTz6azGJzyDnBWo3QeQuV8hFxnKxqnC53TQ4HzKYqdT1PmHMbkPEON80UszhhNzmlszgu0ON/B6XyPE84P8Div0OWEXmcWA86bCTj3EXJqGXfeQ8RZStRpIu58iGlnI7POoySdx1h0tksAbgnAnY3enUORW0OpW0+FuwSzu5I6dy0N7kas7mbsbicOtxuX24fb3U+He5hu9xh97nOcdscJuhOMuucJu1NMuFeJuTeYcm+TcGdx0a1iwa1m2Z3PitvAmrucjLuaTXc9uOUd4HagdLejcneS6/ajcQ+hc49Q4I5Q7I5R5p7B5J6jxr2ExZ2myb2Ozb1Fi1uB072bE+48PG4tXe5Cet1GBtxVBNwWQm4r4+5WIu42om4vcXcP0+5BZt0hku4wi+5JCcAnAfiU6H17KfLtp9R3DxU+I2afmTrfIRp8Nqy+Y9h9J3H4fLh8T+P2BenwnaXbF6XP9xtO+y4Q9F1i1Jcm7Msw4btGzJfFlG8PCd8tXPTpWfAdYNlnYsX3MGu+I2R8rWz6joNP3gE+P0pfAJXvDLm+c2h8r6HznafAt0Cx7z3KfB9i8l2lxrcTi283Tb592Hw6WnwGnL6vcMJ3EI+vkS6fnV7fEwz4PAR8pwj5Bhn3PU/E9wJRX4y47w2mfUlmfSmSvsss+q5IAP0SQP+n0ffnUtR/O6X9Bir6KzD3P0Rd/9/T0N+Ktf8E9v4f4Ojvx9UfxN3/Czr6X6a7f4a+/iSn+/9EsP8DRvs3CffvZKL/M8T61Uz130mi/wAX+7/KQr+F5f5HWek/xlq/m0z/U2z2Pwv98g7oj6DsfxVV/7+T27+Apv8v6Po/oqD//yjuz6Ks/7OY+m+lpr8AS7+Rpv6vYetvoKW/GWf/E5zo/z6e/l66+ofo7T/DQP8Egf7XCfW/xXj/JSL9fyXav0G8/zqm+5XM9n+eZL+Wxf4iCWBYAhjehX54H0XDd1A6fICK4QcxDx+ibvgoDcNPYB32Yh/24xgexjV8Fvfwy3QMv0H38Nv0Db/H6eGPCA5fY3T4RsLDe5kY1hIbNjA1XEli+GEuDj/CwvAxloefZGX4FGvDz5EZPsPm8EswLO+A4TmUwylUwx+QO3wVzfAN6Ib3UDB8K8XD91A2/ACm4YPUDB/GMtxK03A7tmEfLcPP4Bx+nhPDL+IZfo2u4TfpHb7EwPD7BIavEBrewfjwbiLDaqLDeuLDpUwPm5kdbiA5bGdx2CUBjEkAYzehH1NTNHYXpWNGKsZqMI8dpm7sOzSMncQ61o197DkcY2O4xqK4x2boGHub7rG/0DeW4fTYdQTHdjE69gXCY3omxu4nNlbN1FgTibFWLo59l4Wxp1geO83K2BnWxv6VzNg0m2PzMCbvgLF1lGOgGvs0uWP70IzdiW6slIKxr1E81kjZWAumsXZqxn6IZWyQprFRbGMv0TL2W5xjSU6M/RnP2Ed0jW3TO6ZkYCyPwNgdhMbuY3zMTGTsm0THHiM+doLpMR+zY8+SHBthcWxCAjgnAZzbjf7cLRSdu4fSc1+h4tzDmM/ZqDv3BA3nOrCeexr7uedxnDuH69xvcJ9L0nHuPbrPZegT/2nxB8U/Kv6w+CfEHxP/lPgT4r8o/gXxL4t/Rfxr4s+If1P8iF8hfqX4VeLPFb9G/DrxF4i/WPxl4jeJv0b8FvE3id8m/hbxO8V/Qvwe8XeJv1f8A+IPiD8k/nHxR8QfFX9c/NPinxV/UvyL4r9OHZcA4p9BH7+VongRpXETFfF6zPHHqIt/l4b4KazxH2OPh3HE47jiF3DH/0RH/CO649fRF5c+IK4hGL+X0fjfEY4fYiL+bWLxdqbi3STiAS7Gf8FC/FWW42+xEk+xFv8vMnHYjN8EcXkHxAtRxitRxb9BbtyOJn4CXfwpCuJDFMfPUhZ/BVP8TWriy1jiH9IU38YW30VL/Is449IHxCvwxC10xZvpjR9nIP5DAvHnCMX/hfF4jEh8lmj8j8Tj/8l0/Bqz8U+TjKtZjBdIAAkJIHEz+sR+ihLFlCbMVCQOY04coy7hpSHxNNbECPZEFEcigStxCXfiAzoS1+hO7KIvIX1A4l6CCROjiQbCiVYmEk8SS/iZSvyMROIcFxPTLCQWWE68z0riKmuJG8kk9rGZuBsS8g5IWFAm7KgS7eQmTqFJDKNLvEBB4nWKE0nKEiuYEleoSdyAJbGXpsQd2BJGWhIP4UxIH5Bw4Un46Eo8R2/iLAOJVwkkLhBKvMt4IkMksYNoYg/xhJbpxAFmE9UkE0dYTDglgHkJYF6Ffl5L0fx9lM4fpGL+UczzLurmf0jDfADr/C+xz7+OY34e13wa9/wmHfM30j3/BfrmpQ+Y/zuC8w2Mzn+H8LyHifl+YvMjTM1Pkpg/z8X5ZRbmP2J5/npW5vewNn87mflSNudrYV7eAfNtKOefQjX/Y3LnX0AzP4Vu/m0K5v9K8fxVyuazMc2rqZkvxDJvomn+m9jmH6dl/vs456UPmB/FM/8yXfOz9M6nGJhfJzC/g9D8Zxmf1xGZv5/o/EPE57/F9PxxZue7Sc4PszgfkQBSEkBqD/qUjqKUkdLUw1Sk7JhTJ6lL+WlIPY81FcWeOo8jlcKVyuBO7aQjtZfulJ6+lPQBqUMEU62MpjyEU08zkTpDLBVjKnWBROo9LqausJDKYjm1j5XUPaylTGRSjWymjkFK3gGpQZSps6hSr5GbSqJJpdGlrlKQUlKcuoWylAFTykxN6giW1BM0pXzYUgFaUi/gTEkfkFrAk7pMV+oavandDKT2E0gdIJQ6yHjKRiR1nGjqFPFUkOnUOWZTb5BMXWIx9aEEsCoBrH4W/eodFK2WU7p6iIrV72Be9VK3+iwNq2exrv4a++rbOFZXca1ew736GTpWtXSv3k/fqvQBq98muPoko6v9hFfPMLH6CrHVOaZW/4PE6lUurn6ahdVbWV4tYWX1IGur3yKz2s7m6j/DqrwDVidRrr6JavXP5K5eQbP6KXSragpWiyheNVO2asW06qJmtRvLapCm1QlsqwlaVpdxrkofsKrAs5pL12oBvasmBlabCKw6Ca12Mb4aILIaIbo6TXx1kenVD5ldvZ7kag6Lq3dKABsSwEYO+g09RRuVlG40UrHhxLzho25jmIaNc1g3Etg3Ujg2NnBtZOHeUNOxYaB7o5q+DekDNtoJbvgZ3RghvBFjYmOO2EaaqY0tEhu7ubihZWHDyPKGhZWNVtY2vGQ2BtncCMOGvAM23kG58SGqjR3kbuxFs3E3ug0TBRuHKd54grKNpzBtBKnZeAnLxnmaNt7FtnGFlo0bcW5IH7BRjGfjIF0bR+ndOMnARh+BjTOENl5lfCNJZON9ohvXiG/czPSGjtmNB0huHGJx43EJYFsC2P4c+u27Kdr+KqXbR6jYbsO83Uvd9s9p2I5h3f499u33cWxv49reg3v7Tjq2K+nebqJvW/qA7W6C2z9jdHuS8PYFJrb/g9j2FlPbnyGxrePidjkL2w0sb/8DK9s+1rZ/Qmb7JTa3Z2Fb3gHbmyi3d6Havo3cbSOa7W+g236cgu1OircDlG3/CtN2gprtP2HZvkLTdja27Vtp2b4P57b0AdsteLa9dG2fpnf7BQa2Zwhs/5HQ9n8zvp1FZPuLRLeLiW/XMr1tZ3b7eyS3n2Fx+xcSQJYEkLUXfdY9FGWZKc2yUZF1EnPW09RlnaUh6zdYsy5hz8rgyMrClXUL7qwDdGQ9THdWK31Z0gdkBQhmnWM06zzhrPeYyLpKLGs3U1k6Ellf4WJWIwtZT7CcdYqVrOdZy4qRyUqymXUZhK8QvlL4KuHnCl8jfJ3wC4RfLPwy4ZuEXyN8i/CbhG8TfovwncI/IXyP8LuE3yv8AeEHhB8S/rjwI8KPCj8u/Gnhzwo/KfxF4V+nVkkAqs+jV91LkaqGUpWdCtX3Maueo071KxpU57Gq/oJdtYVDpcKl0uNWfZUO1SN0q75Ln0r6ANUvCKqmGVUtE1ZdYUL1aWIqLVOqchKqRi6q/okFVS/LqlFWVK+xpvoDGdVHbKo+Kc8/eQeo7kOpsqBSOchV+dCofopO9TIFqt9TrLpMmep6TKpcalRFWFQHaVJ9G5vKS4tqCKdK+gDVLB7VCl2q/6NXtYcB1V0EVA8SUj3KuOokEdUAUVWYuGqGaVWKWdXfSKp2sai6XQJQSwDqXPRqA0XqhyhVt1Kh/gFmdZA69cs0qJNY1R9gV+/EoVbjUh/ArbbQoT5Gt/op+tTSB6hfJaheYFT9EWF1FhPqW4mpjUypG0ion+CiupcF9RmW1a+zor7EmnqDjFrJploLankHqA+jVB9Hpe4jV30WjXoanTpFgfpjitW7KVPfgUltokb9CBb1SZrUz2BTv0CLOoFTLX2AeguPeg9d6rvpVZsZUB8loPYQUj/HuPocEfWbRNVp5O3DtHovs+p7SaoPsqh+TALIlwDy89DnF1OU/3VK849Rkd+NOX+Euvxf05B/CWv+/2DP34UjPx9Xvgl3/qN05D9Jd/5p+vKlD8h/i2D++4zmX084fx8T+SXE8i1M5f8DifxTXMwfZSH/dZbzl1jJv8Ja/k1k8u9gM/+rkC/vgPzvocx/DlX+BLn5F9Dkr6LL30FB/hcozj9AWf43MOU7qcnvwZJ/hqb8KWz5f6Ql/28486UPyL8TT/6DdOV/i958DwP5QwTyXyKUf5Hx/MtE8j9BNF9NPP8+pvMPMZv/jyTze1nMH5MADBKAYR96wwGKDIcoNTxBhcGP2XCWOsMbNBjew2q4ht2wF4fBgMvwMG7DMToMp+g2nKHPIH2AIUXQcJVRwx7ChnuYMBwkZmhlyuAjYXiei4bXWDBcYtlwhRXDbtYMejIGM5sGOxjkHWAIojTEUBkWyDVk0BiU6Aw6Cgwmig02ygweTIYANYYoFkOSJsOH2AxZtBj24zRIH2A4gsdwki7DIL2GcwwYLhAwXCZk2Mm44RYiBiNRQyNxw3GmDU8za3iBpOE8i4a0BFAuAZR/AX15KUXl36S0/DgV5QOYy1+krvwtGsovYy1XYC+/FUd5Oa7yI7jL3XSUP0d3+b/SVy59QPl/ESy/kdHy2wmXm5go/xaxci9T5T8hUR7jYvkfWCjfYLn8JlbK9ayVf41M+WNslndBubwDyn+NsvyPqMo3yS3fg6a8EF35QxSUOyguP0VZ+Rim8mlqyv+MpfwaTeWfx1ZeTEv5N3CWSx9Q/iM85WG6yv+d3vI0A+XXEyhXEyq/n/HyRiLlJ4iWP0O8/FdMl19gtnyNZPkNLJZ/SQKolgCq1eirjRRVH6a0+iQV1c9hro5SV/02DdUZrNW7sFfrcVRX46puxV39FB3VZ+iunqavWvqAaghW72O0upRwdSMT1e3EqgeZqn6JRHWSi9UfsVCtZLn6DlaqzaxVP0am2sdm9QhUyzug+l2U1ddQVeeSW30ATXUDuurjFFQ/Q3H1Ocqq5zBVf0hN9Y1YqnU0VT+IrdpOS/UPcFZLH1D9Op7qFF3VW/RW72WguphA9SFC1S7Gq58mUv0i0eoLxKs/YLo6i9lqLclqE4vVRyWAegmg/ovo6x+gqN5Kab2HivqfYK5/lbr6JRrqr2Kt/xz2+mIc9fW46o/jrn+WjvqX6K6fp69e+oD6mwjW381ofS3h+mNM1P8zsfowU/WzJOovc7H+kyzUa1mu/yor9XbW6rvI1I+wWf9bqJd3QP11KOvVqOrLyK0/gqb+e+jqhymof4Xi+kuU1W9iqs+hpv7LWOoP0VTfhq3+GVrqJ3DWSx9Qv46nfhdd9XfRW3+QgXoHgfpeQvW/YLz+PJH6VaL1NxCvv43pehOz9c0k63/AYv3PJQCbBGC7Bb3tKxTZbJTaOqiwPY/Z9hvqbO/RIHer3O1yd8jdJXe33Dvk3i33PrmflntQ7qNyD8t9Qu4xuU/JPSH3i3JfkPuy3Ffkvib3jNw35S4/+lHIXSl3ldxz5a6Ru07uBXIvlnuZ3E1yr5G7Re5NcrfJvUXuTrmfkLtH7l1y75X7gNwDcg/JfVzuEblH5R6X+7TcZ+WelPui3K9TOyQAhwa9o5IiRzOlDh8VjjHMjgR1jlUaHLIPcORjd1TjcDhwOfy4HRE6HHN0O9bpc0gf4Cgk6LAw6mgj7BhkwjFJzPEOU45NEg7ZBzjuY8FxmGXH91hxBFlz/JqM4102HdeBQ94BjgqUjqOoHF3kOs6gcfwOneN9ChyfpNgh+wDH1zA5HqfG8c9YHC/Q5LiIzfERLY6bcDqkD3B8HY/DRZfjWXodUQYcfyDg+JiQ43OMO2Qf4Ggi6niSuOMnTDteY9bxJ5IOWHR8UQJolwDab0XfbqKo/TFK209R0R7G3H6BuvaPaGiXfUD7vdjbD+Fob8fVHsDd/iod7Sm626GvXfqA9kqC7XZG258i3H6WifY3ibV/yFT7LhLtsg9ot7DQfpzl9udYaY+x1v5HMu3X2GyXD3O7vAPaj6Js96FqHye3/Tya9g/QtSspaL+b4nbZB7S7MLUPUtP+Mpb2SzS1b2Fr30dL+wM426UPaP8BnvYzdLUn6G2/zED7jQTa9YTaH2K8XfYB7c8QbY8Sb3+H6farzLbnkmw3stj+iATQKQF0fgl954MUdX6H0k4/FZ2/wtz5NnWdf6OhU/YBnfdj73wER2cnrs4zuDv/nY7OD+ju/DR9ndIHdH6DYGc7o50/Jtz5GhOdfybWuYOpzttIdMo+oNPBQmcfy50TrHQusNa5SaYzl83OMuiUd0BnF8rOcVSds+R2foim8yZ0nfdS0FlPcafsAzp/gqnzdWo6/4KlcydNnbdj66ympfMfcHZKH9D5r3g636Gr83/p7dzHQGc5gc6jhDp/yHin7AM63yLa+RHxzs8w3WlgtvObJDufZLHzpxKAXwLw70fvN1PkP0ap/2kq/FHM/kvU+a/R4Jd9gN+E3d+Kw+/H5T+H279Ah/8q3f599PmlD/DbCfpPMep/gbA/yYT/CjH/Xqb8RhJ+2Qf4fSz4z7Lsv8CKP8Oafw8Z/wE2/UfAL+8A/xmU/vOo/B+S69+Nxm9A52+kwO+h2C/7AP8bmPyXqfErsfjvocl/CJv/JC3+IE6/9AH+NB5/Fl1+Pb3+hxnwHyfgDxDyv8a4X/YB/p1E/Tri/oNM+59g1j9I0h9j0Z+SAIYkgKHb0A9VUzT0j5QODVIx9ArmoXepG/oEDUOyDxiqxT7kwjE0hGvoNdxDf6Fj6Aa6h+6kb0j6gKETBIeGGR2aIjyUZmLoU8SG7mZq6BskhmQfMPRTFoamWR5aZWVIydpQIZmhBjaHvgdD8g4Y+h3KoQ9QDd1E7pABzVATuiEvBUOjFA/JPmDovzAN3UzNUAmWoSM0DXViGxqnZegtnEPSBwx9Fs9QKV1Dj9I75GNg6BcEhuYIDf0P40OyDxgqIzp0lPhQN9NDLzA7NE9y6GMWh/IkgBEJYESLfuQgRSMuSkcCVIy8jnkkTd3IjTSMyD5gpAH7iAfHyAiukfO4Rz6iY2QP3SOl9I1IHzDyFMGRFxgdeZvwyFUmRtTERkxMjTxOYkT2ASMvszCSYnlkBysjOtZGHiIzcpzNkWEYkXfAyPsoR5SoRu4ld6QRzYgX3cgZCkbepHhE9gEjOZhGjNSMHMUycoqmkRexjSzQMrKFc0T6gJEH8Ywco2vkGXpHYgyMvEtgZCehkTsYH5F9wEg70ZEg8ZFppkcuMzuyi+SIgcWRwxJARAKI3I4+8hBFkROURoJURGYwRz6gLvIZGiKyD4g8ij3yFI5IBFdkAXfk/+iI3Ep35Gv0RaQPiAwRjLzOaOSvhCNKJiJFxCKHmYp0kojIPiDyexYiH7Mc+QIrERNrEQeZyDNsRl6BiLwDIp9EGbkbVaSe3IgHTWQUXeRNCiL/TXFE9gGRckyRx6iJ/AhLJEpTZBlbZActkXycEekDIt/FE/kZXZHf0Rv5kIGIikCklFDkW4xHZB8Q+RXRyDvEI9tMR/YzG6khGXGxGPmxBBCTAGI69LIEeUMAABMUSURBVLGHKYqdpDT2PBWx85hjGepie2mIyT4g1oo99jSOWAxX7D3csSw6YvfQHWukLyZ9QOwswViS0dhVwrFbmIiZicWeYCoWIBGTfUDsMgux3SzHDrASs7EWO0Umdo7N2CVkUIhC+Erhq4SfK3yN8HXCLxB+sfDLhG8Sfo3wLcJvEr5N+C3Cdwr/hPA9wu8Sfq/wB4QfEH5I+OPCjwg/Kvy48KeFPyv8pPAXhX+dekYCmMlHP2OhaOZ7lM6coWLmIuaZj6mb+SINM7IPmPkn7DPDOGZmcM18iHvms3TMPED3TAt9M9IHzLxCcGaF0ZlswjMGJmasxGaeYmrmVyRmZB8wcz0LM3ewPPMNVmY8rM2MkZmZY3NmE2bkHTDzNZQzLlQzPyF35g00M/+FbiaHgplyimdkHzAzgGnmVWpm/gPLjJKmmS9jm3mElplunDPSB8ws4ZnZQdfMnfTOHGJg5vsEZsYJzfye8RnZB8xoiM5UE59pY3omyOzM70jOfMTizOckgDkJYO4O9HOHKJrzUjp3loq5tzHPXaNuTkvDnOwD5p7EPncGx9wcrrmruOdupWPuIN1z7fTNSR8w9ybBuSuMzqkJz5mZmHMRmwsyNZcgMSf7gLlcFuZMLM85WZkLsDY3TWbuQzbncmBO3gFzj6OcG0Q19zq5c5fRzN2Mbs5IwdxjFM/JPmDuVUxzaWrmdmGZO0DT3FFsc35a5l7GOSd9wNyNeOYMdM09Qu/cKQbmXiIwlyI0dwPjc7IPmDtMdM5HfO5FpucuMTu3g+ScnsW5BglgSQJYuhP9UgNFS52ULr1AxdIi5qUd1C3dRcOS7AOWurAvvYhjaQnX0k7cSwV0LB2me+mH9C1JH7C0THDpBkaXCgkvHWFiqZvY0ktMLf2JxJLsA5aKWFh6hOWlHlaWoqwt/ZnM0o1sLn0ZluQdsPTPKJdeRrX0F3KXlGiWStAtHaVg6UcUL8k+YOk/MC3tombpPixLdpqW+rEtvUrL0l9xLkkfsHQ/nqXH6FoaoHfpNQaWVgks3UxoqYzxJdkHLD1LdOl14ktrTC/tYXapnOTS4ywunZYA0hJAWo8+3UhR2kdp+hwV6RTmdBZ1aQMNadkHpP3Y0zEc6TSu9G7caSMd6Va604P0paUPSH9IML2X0bSJcPoJJtJBYunzTKWvkEjLPiB9kIX0SZbTZ1hJJ1lLXyOT1rGZPgRpeQekX0CZvoQqvZPc9D1o0kfQpU9RkI5SnJZ9QFqJKX2AmrQdS/ppmtKvYUtfpiW9B2da+oD0MTzpAF3pN+hNZxhI7yOQNhNKH2c8LfuA9AWi6avE0/uZTj/MbNpDMn2WxfSCBLAuAazfhX79MEXr3ZSuR6lY/wvm9V3Urd9Pw7rsA9ZPY1+fxrG+jmt9H+71r9Gx3k73+ih969IHrG8TXL+D0fVvEl73MbE+QWz9XabWs0msyz5g/dssrD/D8voUK+sfsrb+eTLrD7K53gbr8g5Yv4hyfQvV+u3krh9Cs96Jbv1FCtaXKV6XfcD6lzGtH6VmvR/L+ms0ra9hW8+hZf3vcK5LH7D+Uzzrb9K1vknv+n4G1r9OYN1LaP2XjK/LPmBdQXT9XuLrjzK97md2/RWS6++zuK6SALYkgK270W8doWirl9KtGBVb72Pe2kPdViUNW7IP2PoZ9q0LOLa2cG3pcG810LHlo3vrJfq2pA/Y2kVwy8jo1uOEtwJMbCWIbV1hautWEluyD9jysrD1Astbf2RlK4u1rWIyW3Y2t56BLXkHbH2Ecmsfqq1qcrdOotkaR7e1QMHWDoq3ZB+w9QimLT81W69i2bpM01YOti0TLVsunFvSB2zN4dm6RtfWHfRuNTKw9RSBrSihrRXGt2QfsPUA0a1jxLeGmd46z+zWxyS39rO4ZZEAFBKAogC94hGKFD+iVPEaFYr/xKzIpU7xNRoUsg9Q/At2xTs4FApcCgNuRTMdimfoVvyWPoX0AYovElQ8xKji+4QVLzChWCamuJEpxX0kFLIPUAyxoEiwrPgbK4r9rCm+QUbxAzYVE6CQd4DiJpSKB1Ap/oFcRRCN4i10ii0KFPkUK2QfoOjGpHiZGsVfsSj20KT4O2wKFy2Kn+NUSB+guA6P4m66FFZ6FX4GFHECig8IKT7PuEL2AYrvElWME1f8gWnFTmYVRSQVR1lUDEgAuyWA3feg322jaPfTlO7+DRW7M5h330Ld7odp2C37gN3nsO9+D8fu3bh2fwX37ifo2P083buT9In/tPiD4h8Vf1j8E+KPiX9K/AnxXxT/gviXxb8i/jXxZ8S/KX7ErxC/Uvwq8eeKXyN+nfgLxF8s/jLxm8RfI36L+JvEbxN/i/id4j8hfo/4u8TfK/4B8QfEHxL/uPgj4o+KPy7+afHPij8p/kXxX6fOkwDyCtHnHaUo71lK896gIu9vmPO01OV9k4Y82QfkvYI97wMceXm48g7izvs+HXkv0p33Z/rypA/IqyCY52I0b5Rw3gITeQpiecVM5bWQyJN9QN4sC3lbLOfdyUreEdbyfkQm73U289YhT94BeV9HmfcDVHn/Sm5eGk3eZ9HlPUhB3ncpzpN9QN4Sprwbqcm7H0veMZryfootb46WvOtw5kkfkPctPHnP0JU3Q2/eFQbybiOQ10Aor5vxPNkH5K0RzcslnlfDdJ6H2bwIybx3Wcy7SQLQSgDae9Fr7RRpn6NUe54K7RZmrZ467SM0aGUfoJ3Grr2CQ6vFpW3Ere2lQ/sa3dqP6NNKH6C1ENT6GNW+TFh7mQltLjHtQaa0XhJa2QdoV1jQ7mFZ+yAr2pOsacNktCk2tbtAK+8ArQul9gwq7TvkarPQaEvRaY9RoP0ZxVrZB2h3YNIaqNE+hkUboEn7JjbtNVq0d+PUSh+gfQaP9g26tB/Tq9UxoD1MQOsnpH2dca3sA7S3EtUeIq59imltjFntByS1+1jUPiQBFEoAhUXoCx+jqPDHlBZeoKLwOsyF91JX+G0aCmUfUPgW9kIpbwoLcRXacRcO0VH4Jt2F2/QVSh9Q2Eyw8DlGC2cJF15jorCAWOFRpgpPkyiUfUDh/7FQeDfLhd9ipXCQtcJ/J1O4xWbhXVAo74DCZ1EWJlAV/i+5hXo0hY+iK3yGgsLfUVwo+4DCOzEVPkJN4QCWwjdoKtzEVngHLYVWnIXSBxTO4Cn8mK7CfHoLjzBQ2E+gcJpQ4d8YL5R9QOHfEy3sI174W6YLrzBbeDvJwsMsFv5IAjBKAEYDemMrRcYgpcYkFcadmI0HqDMeo8Eo+wDjAnZjFg6jEZfxCdzGM3QYL9FtVNJnlD7AeJyg8SyjxhRh424mjCZixpNMGV8gYZR9gHEPC0Yzy0YPK8ZzrBnTZIx72TQeBKO8A4xRlMbLqIz7yDU+jMboQ2eMUWD8kGKj7AOMhzAZT1FjfA2LMUOTcT82YyMtRj9Oo/QBxit4jDq6jEfoNT7NgPENAsarhIx6xo2yDzAOEjWeJ268xrTxHmaNdpLGAIvGCxJAlQRQ9WX0VY9TVBWitGqBiqpPYa56gLqqNhqqZB9Q9SfsVTfjqKrCVeXBXTVBR9X7dFfl0VclfUDVDwlWvcpo1Trhqv1MVDURq+pjqmqGRJXsA6ruYqHqKMtVQ6xUXWCt6noyVcVsVkkxVyXvgKo/oKy6EVVVOblVx9FU/QJd1bsUVKkorpJ9QNX3MVW9RE3VKpaqfTRVfR1b1VO0VMVxVkkfUHUbnqrDdFX101v1BgNV/0ug6m5CVc2MV8k+oOoi0aodxKtKmK46xmzVz0lWvcNiVbYEYJEALMXoLccosoxQarlEhWUXZouJOsuTNFhkH2B5H7tlHw6LBZflFG7L63RYrtBtuYM+i/QBlucIWi4watlB2HKACYuTmOUMU5Y/krDIPsDyIAsWD8uWl1ixXGbNoiZjOcSmpRcs8g6wfIzSokdlOUquJYDGMofOspMCSynFFtkHWMYxWVLUWG7GYjHTZPFis0RpsXyA0yJ9gKUBj8VPl2WaXstVBix3E7DYCVmGGbfIPsByA1GLkbjFxbTlLLOWd0la9rBoqZYArBKAtQS91UmRdYxSa4oKqwqztZo6aycNVtkHWNexW7U4rFZc1kHc1rfosO6g23offVbpA6z/QtD6LqPWzxK2HmTC2kXM+ipT1v8mYZV9gPVRFqzPsWy9yIp1J2vW+8lYXWxafwFWeQdYP4fS+hAq6w/Jtb6Gxvo/6Kx3UGD9FsVW2QdYf4/JegM11jIs1uM0WX+JzbpCi/XzOK3SB1i78Vhfp8v6N3qtegaszQSsw4Ss84xbZR9gLSdqbSdujTBtTTNrzSNptbBo7ZEAWiWA1gPoW5+gqPUspa3vUdG6F3Prw9S1nqKhVfYBrVext96Do7UVV+vzuFsv0dG6m+5WM32t0ge0xgi2Zhht1RFutTHRGiDWmmSqNYtEq+wDWk+y0HqO5dbLrLTewlprI5nWp9lsPQ/CVwhfKXyV8HOFrxG+TvgFwi8WfpnwTcKvEb5F+E3Ctwm/RfhO4Z8Qvkf4XcLvFf6A8APCDwl/XPgR4UeFHxf+tPBnhZ8U/qLwr1O3SQBt96Fvc1HU9ktK29JUtH0Bc1sDdW39NLTJPqDteuxtpTja2nC1vYC77a90tKnpbvsmfW3SB7TNEmzbwWjb/YTbjjPRFiHW9j5TbV8k0Sb7gLYBFtreZLntE6y0GVlrO0Gm7UU221ahTd4BbU0o255B1fYWuW070bSVoWtrp6DtVxS3yT6gTYOp7TA1bc9iabtAU5sCW9sDtLR9F2eb9AFta3jabqWr7e/pbRtkoO0igbYbCLWVM94m+4C2CaJtHxBv+xLTbUeYbTtNsm2OxbZPSgBeCcBbit57nCLvi5R6L1PhvRWz9wh13udo8Mo+wHsjdq8Jh9eLyxvD7d2gw6un2/sYfV7pA7x/JOjdw6j3IcLeU0x4p4l5rzHlLSbhlX2AN8yCN82yV82Kt5E17zNkvBfY9N4AXnkHeJ9E6Y2i8n5ErleHxnsUnTdIgfcdir2yD/BWY/L6qPG+jsV7lSbvvdi8x2jxjuP0Sh/gzcXjPUSXt49e73kGvDsIeI2EvO2Me2Uf4P2AqHc/ce8jTHsDzHrfJulVsuh9UALokQB67kff005RzwSlPR9S0XM75p6j1PX8lIYe2Qf0qLD3PISjpwdXzxu4e66jo6eU7p4T9PVIH9DznwR7tIz2fItwT5CJnkViPTcz1VNLokf2AT0zLPTAcs99rPQcZ63nV2R6PmCz5zbokXdAz09Q9ryDqucz5PYcRNPTja5nmoKebYp7ZB/Q04ap50Vqetaw9OynqedRbD3DtPT8AWeP9AE9NXh6nqKr57f09lxjoKeEQI+LUE+E8R7ZB/R8iWjPI8R7fsx0zwKzPTeR7KlmseeHEsCgBDBoRD94kqLBKKWDGSoG9ZgHW6kbPEPDoOwDBvdhH2zEMTiIazCJe1BJx6CZ7kEffYPSBwxeIzh4gNHB44QHzzEx+CGxQR1Tg3YSg7IPGEyxMLiX5cFDrAw+zdrgBTKDWWwOmmBQ3gGDr6EcvIpq0EDu4BNoBl9AN3iZgsH9FA/KPmAwiGnwEjWDe7AMPkzToB/b4HlaBnfiHJQ+YNCDZzBG1+AVegfvYWDwGIHBs4QG04wPyj5g8AjRwQDxwQWmB3czO3iQ5OApFgffkABCEkCoDH3oSYpC/0Zp6AoVoULMISd1oV/SEJJ9QOg27KGjOEIhXKEU7tDn6Qg10B16lr6Q9AGhTxMMVTMa6iYceoOJ0PXEQg8wFfoeiZDsA0J/YyF0L8uhf2Ql9AJroTUyIS2boWYIyTsg9CeUoVxUoW+SGxpEE5pHF9pFQaiG4pDsA0K/wxTaQU2oHEvIQ1PoFWyhj2kJFeEMSR8QiuAJfUBX6HZ6Q3YGQj8nEHqXUCiP8ZDsA0KniYbeJh66ienQQWZDPSRDCRZDn5AAwhJA+AH0YQ9F4VcpDV+lIlyMOXycuvBLNIRlHxC+G3v4GI5wGFf4Mu6wlo6wne7wCH1h6QPCaoLhI4yGhwmHLzERziEWPsRU+BkSYdkHhHexED7IcriXlfB51sI3kAmb2Az/AMLyDpC5oDJsRBV+ktxwDE34Y3RhAwVhF8Vh2QeEP8IU1lMTfhxL+CxN4fexhffTEj6KMyx9QPhdPOF9dIUP0xsOMBB+h0B4D6GwhfGw7APCc0TDSuLhaqbDp5gNJ0iGd7IYrpQAJiWAyXL0k16KJn9N6eQ1Kibvxzz5JHWTr9AwKfuAyRLsk+04JidxTV7BPVlEx6SL7skJ+ialD5gsIDjpZHQyQnjyQyYm7yQ2+ThTk78gMSn7gMnbWZh8jOXJMVYm06xNfonM5FE2J38Ok/IOmPwiyslHUE3+lNzJFJrJPHSThymY/DHFk7IPmPwcpskGaiZPY5lcoGlShW3SQsvkAM5J6QMmb8Iz+RBdkz+id/ICA5PZBCarCU32MD4p+4DJTxKdfJD45A+ZnnyD2clPkJysZHGyk/8PQwjDO+/e7/kAAAAASUVORK5CYII=', null, '9466f6a0512442e5be3bbb7b9c722a28', 1795262400000);
insert into username_history ("account_id", "username", "changed_at") values ('53ae3ea136d244aea448765eafc17cab', 'Plain', 1795262400000);
insert into username_history ("account_id", "username", "changed_at") values ('5c9ef12367334ad6985f20da48d91370', 'TwoFactors', 1795262400000);
insert into username_history ("account_id", "username", "changed_at") values ('6b7131c1718241cd84747b1da84ef021', 'Suspended', 1795262400000);
insert into username_history ("account_id", "username", "changed_at") values ('c8fa0d73df3b4c60a097f1a12a6c06b9', 'Briefly', 1795262400000);
insert into username_history ("account_id", "username", "changed_at") values ('c44d3381f2e34eae9c504b4603242c26', 'Before', 1795262400000);
insert into username_history ("account_id", "username", "changed_at") values ('c44d3381f2e34eae9c504b4603242c26', 'After', 1795262400000);
insert into username_history ("account_id", "username", "changed_at") values ('88b40a7f2fc949b08e755451b8cfe8e5', 'NoMail', 1795262400000);
insert into username_history ("account_id", "username", "changed_at") values ('331ab7c074b54060be28b5d8dd307274', 'Chief', 1795262400000);
insert into username_history ("account_id", "username", "changed_at") values ('9466f6a0512442e5be3bbb7b9c722a28', 'Dressed', 1795262400000);
insert into username_history ("account_id", "username", "changed_at") values ('5e2f3dc18990428ca7f861a94b0dfc95', 'Leaving', 1795262400000);
insert into oauth_client ("client_id", "name", "secret_digest", "redirect_uris", "logout_uris", "id_token_alg", "pkce", "member_groups", "created_at") values ('launchers', 'Launcher', null, '[]', null, 'RS256', 'required', null, 0);
insert into oauth_client ("client_id", "name", "secret_digest", "redirect_uris", "logout_uris", "id_token_alg", "pkce", "member_groups", "created_at") values ('9c8d195edf7e4277aeacb091029da1f7', 'A web site', '5dccf7d9d74f5cdda3328feb0cdae452b9a9efb27de889625011f885cd631442', '["https://app.example.test/back"]', null, 'RS256', 'required', null, 1795262400000);
insert into oauth_grant ("id", "account_id", "client_id", "credentials_version", "scope", "created_at", "expires_at") values ('65e434b0942a47108eb744f77716ecf2', '53ae3ea136d244aea448765eafc17cab', '9c8d195edf7e4277aeacb091029da1f7', 0, 'openid offline_access', 1795262400000, null);
insert into oauth_grant ("id", "account_id", "client_id", "credentials_version", "scope", "created_at", "expires_at") values ('9525bc8a09434f9a8165c9a0111ff972', '53ae3ea136d244aea448765eafc17cab', 'launchers', 0, 'openid offline_access game_server_session', 1795262400000, 1803038400000);
insert into oauth_artifact ("digest", "kind", "client_id", "account_id", "grant_id", "user_code_digest", "payload", "issued_at", "expires_at", "consumed_at") values ('a532e91db1cc2b2582ed5c2dbfa3935d3b67fe64aa05fefcc942972e0ac35ae6', 'AuthorizationCode', '9c8d195edf7e4277aeacb091029da1f7', '53ae3ea136d244aea448765eafc17cab', '65e434b0942a47108eb744f77716ecf2', null, '{"codeChallenge":"ZtNPunH49FD35FWYhT5Tv8I7vRKQJ8uxMaL0_9eHjNA","codeChallengeMethod":"S256","redirectUri":"https://app.example.test/back","scope":"openid offline_access","sessionUid":"9925fafd2dfcbc470e6666432e48bda9fe982fd64f2588445db27eaea757b027","authTime":1795262400}', 1795262400000, 1795262460000, 1795262400000);
insert into oauth_artifact ("digest", "kind", "client_id", "account_id", "grant_id", "user_code_digest", "payload", "issued_at", "expires_at", "consumed_at") values ('5d6e1d2fe36f43bfad402f5477c5adbbd121d786dd727fbba2313cc876edf6c3', 'RefreshToken', '9c8d195edf7e4277aeacb091029da1f7', '53ae3ea136d244aea448765eafc17cab', '65e434b0942a47108eb744f77716ecf2', null, '{"gty":"authorization_code","rotations":0,"scope":"openid offline_access","sessionUid":"9925fafd2dfcbc470e6666432e48bda9fe982fd64f2588445db27eaea757b027","iiat":1795741873,"authTime":1795262400}', 1795262400000, 1803038400000, null);
insert into oauth_artifact ("digest", "kind", "client_id", "account_id", "grant_id", "user_code_digest", "payload", "issued_at", "expires_at", "consumed_at") values ('c8a3455ca3e39f5c0073f7402f8302c31418e512a07cf85ca845f844047e0c78', 'DeviceCode', 'launchers', '53ae3ea136d244aea448765eafc17cab', '9525bc8a09434f9a8165c9a0111ff972', null, '{"deviceInfo":{"ip":"127.0.0.1","ua":"node"},"params":{"client_id":"launchers","scope":"openid offline_access game_server_session"},"accountId":"53ae3ea136d244aea448765eafc17cab","grantId":"9525bc8a09434f9a8165c9a0111ff972","scope":"openid offline_access game_server_session","authTime":1795262400}', 1795262400000, 1795263300000, 1795262400000);
insert into oauth_artifact ("digest", "kind", "client_id", "account_id", "grant_id", "user_code_digest", "payload", "issued_at", "expires_at", "consumed_at") values ('ce6722ddcd1ab633191ddd0e8a9da0de17a4a7af90518d25f23d3a4bf98abc7f', 'RefreshToken', 'launchers', '53ae3ea136d244aea448765eafc17cab', '9525bc8a09434f9a8165c9a0111ff972', null, '{"gty":"device_code","rotations":0,"scope":"openid offline_access game_server_session","iiat":1795741873,"authTime":1795262400}', 1795262400000, 1803038400000, null);
insert into credential ("digest", "kind", "account_id", "credentials_version", "rights", "client", "issued_at", "expires_at", "user_agent", "address", "first_used_at", "last_used_at", "grant_id", "scope") values ('d58a725201bcba4cbf1de4034fc568028c643af48e39618e4f5a4c7bcf60dc89', 'launcher', '53ae3ea136d244aea448765eafc17cab', 0, 'join', '"launcher"', 1795262400000, 1797854400000, 'node', '127.0.0.1', 1795262400000, 1795262400000, null, null);
insert into credential ("digest", "kind", "account_id", "credentials_version", "rights", "client", "issued_at", "expires_at", "user_agent", "address", "first_used_at", "last_used_at", "grant_id", "scope") values ('05023fc9030933fe296ec38b1bf0d279d62211314895edf0be437a7ead32df7e', 'web', '9466f6a0512442e5be3bbb7b9c722a28', 0, '', '', 1795262400000, 1797854400000, 'node', '127.0.0.1', 1795262400000, 1795262400000, null, null);
insert into credential ("digest", "kind", "account_id", "credentials_version", "rights", "client", "issued_at", "expires_at", "user_agent", "address", "first_used_at", "last_used_at", "grant_id", "scope") values ('9925fafd2dfcbc470e6666432e48bda9fe982fd64f2588445db27eaea757b027', 'web', '53ae3ea136d244aea448765eafc17cab', 0, '', '', 1795262400000, 1797854400000, 'node', '127.0.0.1', 1795262400000, 1795262400000, null, null);
insert into credential ("digest", "kind", "account_id", "credentials_version", "rights", "client", "issued_at", "expires_at", "user_agent", "address", "first_used_at", "last_used_at", "grant_id", "scope") values ('3de855c114a48042c8b11d5f1799b1561db2a958ec71167781372ab28b30f75f', 'oauth', '53ae3ea136d244aea448765eafc17cab', 0, '', '9c8d195edf7e4277aeacb091029da1f7', 1795262400000, 1795348800000, null, null, 1795262400000, 1795262400000, '65e434b0942a47108eb744f77716ecf2', 'openid offline_access');
insert into credential ("digest", "kind", "account_id", "credentials_version", "rights", "client", "issued_at", "expires_at", "user_agent", "address", "first_used_at", "last_used_at", "grant_id", "scope") values ('c3b9bdfde0885f93afad811f720f8fd73f436b4270301b086a28c3ea20e9b76f', 'oauth', '53ae3ea136d244aea448765eafc17cab', 0, 'join', 'launchers', 1795262400000, 1795348800000, null, null, 1795262400000, 1795262400000, '9525bc8a09434f9a8165c9a0111ff972', 'openid offline_access game_server_session');
insert into pending_join ("account_id", "server_id_digest", "address", "credentials_version", "expires_at") values ('53ae3ea136d244aea448765eafc17cab', 'b9c96357c755e9319a5d0c7f471569588f55e7a08c6504b4145fde0ac5f992f6', '127.0.0.1', 0, 1795262520000);
insert into guess ("key", "full_at") values ('login:137f0e4410fb97f149d5fc0d83e1be2ff863c428fc6572b867bd966f2d9de752', 1795262400000);
insert into guess ("key", "full_at") values ('addresses:53ae3ea136d244aea448765eafc17cab', 1795266000000);
insert into guess ("key", "full_at") values ('known:127.0.0.1:53ae3ea136d244aea448765eafc17cab:0', 1797854400000);
insert into guess ("key", "full_at") values ('both:127.0.0.1:67b698762686d26c7b0c7c77207a792a7da7cffed76abe40f34649c641e07687', 1795262400000);
insert into guess ("key", "full_at") values ('login:67b698762686d26c7b0c7c77207a792a7da7cffed76abe40f34649c641e07687', 1795262400000);
insert into guess ("key", "full_at") values ('addresses:9466f6a0512442e5be3bbb7b9c722a28', 1795266000000);
insert into guess ("key", "full_at") values ('known:127.0.0.1:9466f6a0512442e5be3bbb7b9c722a28:0', 1797854400000);
insert into guess ("key", "full_at") values ('upload:9466f6a0512442e5be3bbb7b9c722a28', 1795262460000);
insert into guess ("key", "full_at") values ('login:42ecc9bc8f44174ebf4cd40b407c320e8b5c1dbcd79a1792590dc2883d5d74bb', 1795262400000);
insert into guess ("key", "full_at") values ('addresses:5e2f3dc18990428ca7f861a94b0dfc95', 1795266000000);
insert into guess ("key", "full_at") values ('known:127.0.0.1:5e2f3dc18990428ca7f861a94b0dfc95:0', 1797854400000);
insert into guess ("key", "full_at") values ('both:127.0.0.1:42ecc9bc8f44174ebf4cd40b407c320e8b5c1dbcd79a1792590dc2883d5d74bb', 1795262400000);
insert into guess ("key", "full_at") values ('address:127.0.0.1', 1795262400000);
insert into guess ("key", "full_at") values ('both:127.0.0.1:137f0e4410fb97f149d5fc0d83e1be2ff863c428fc6572b867bd966f2d9de752', 1795262400000);
insert into guess ("key", "full_at") values ('device:127.0.0.1', 1795262460000);
insert into lookup_client ("network", "full_at", "banned_at", "ends_at", "ban_length", "forgotten_at") values ('192.0.2.99', 1795262400000, 1795262400000, null, 0, null);
insert into signing_key ("kid", "use", "generation", "private_key", "public_key", "created_at", "signs_from", "published_until", "revoked_at") values ('5TqEh-vUiTzs0lx4Y3Ea3-U804UdPIvgyqD0Lzzt_Sg', 'tokens', 1, 'enc:v1:BM_6rNZqgo344Kzq-lp60Sfxod5eWUAbp79OxOhiNKQYgjiXfWudWQ722B0BRiP6gcGTPligtTM0AQKnUzysvPmuVy3If7aSgo9zX02TkRJINNciU3ddYN03-AVOI--HMODTEuIxoDvxafJUzliz3sa4JW-w-3GM0I298rnnWXSkOxae4J0DPcpTJ0X-Ao1dv3FghI2FWaBGwZflKe5eCnZ62J8vgd3ASeJqm-KZ41hbLdjMwU_m-7nO7J5rMYFHFRJT7k7WSIGBOKz-Q8pIl_qw5mEd35c9tWXMbhw-kl_BHza_qdFRcdCHD7JdurDtVn98e-iyOO7qBTQDFp8NtNDVE5R4JFXvNjKpcqE', '-----BEGIN PUBLIC KEY-----
MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEJ+MI8FmEqhSQHNagyqy0OxAE45Bu
KAXJPGYz3PA3DvwQ0JhafuKJMXBoE9511Nji2rRDv1Xf+UZIVFf4a4fLsA==
-----END PUBLIC KEY-----
', 1795262400000, 1795262400000, null, null);
insert into signing_key ("kid", "use", "generation", "private_key", "public_key", "created_at", "signs_from", "published_until", "revoked_at") values ('dwuEC1hXHK3kqwyq6N5tMFgQ8lhS0GVcpb6e6BqwZKs', 'textures', 1, 'enc:v1:09fG6t4ZchgbeWwqa3BVAAWA28Ef3Y1KV4k-AYpi02hApfpJLJgQH3ESF1lydVsBm03qTF6loZHXvUE6Z952NLX81YMDTbrY1uOc-gWmcGnQiWAU4aZYx16fURfQi31WNw-qPvdL8oJHVIcaymi0bZri8bb1r03LgpIRK77O5hxzjRilwfnSgM0pH9fVPGx_lFlGL9fBqMIZGc4SgqsD8jbAjqWqqrEl8L4gQIQmCBEwG8LvD2N4MSF0afNbiMxnRirGtGuRFM220TepDxTV0erl14AihUY6DlIJe67LEaPyds805FWrpQaOIFkVbkF5Adoumg4M7s8Id81mC6xF1HiKU6iJB-HCZObSjz-uf2i2hSBhCe0QCNwBEiLSc0IkHXs6mKRcUmbKXPrc_ETO8AAHcEx1wsbIfecVL0yVooc_Zj8DU3Tj9UmXxEhgzeYfe7NUqQMsoL5Afw8YnbtpubOYA9D2HvR5DJNA8r5iEG-KsPZI7OGWRZxu0ksopGiXvCTDapDATRfiOAMLWHLqJ-j_0r2X5y-J_TLjUQGQGBZ8UuYAm3qkhux73lRky3zs40X9OGMOGCmt9gY-zoi15rDhNOy4hf9LbbmWzJe6WM46O743ASwVnnrnJ3uzF0M1ecUeYcfvNyo6Jaa-b24KrnsMFNxX9PFEI12kUdb974aS5v9u7hqJs-IXKKmycDjdJc_t84Qsj8IznBQDBKGYIJydaGOE7Sq6XL1jEIgRU-qAf4PyM6TxNn178Ajsu5d0nSOXAh6FnyqJ2T5ZBS5b7tUXDzJlxMLuF4ESYt4Sivb56-dysu6TKoSf6Ss-MwJJqNaYHxTgatVc9BozI7pKT0EWmu4_ei2vn9h7QUTwoXQaYuWEh0rNKwnkW-TccOsMaQgPXa3gPnZdVSFrV_HkJVyhYUH-Xt2pZvDFJYbtQI6RDHvb0XlFO2uxOYg0sW3yAkY3euGZfb1RxDmzXhxbSaeU9P_38cXqAHGrNsfSVRhqO8zRXf3IzOnXVFTW3W8phggW-qQvDymAOpaSQzjwFptW0fKsewUmd4aLLaYExHtZw7T0CpjCyMZHemnPR4AvG3PzwX6bsbGZ2vhpcqCL5mlvLhWQcpy28L6hHDapWMWrLBlZ2T0FrmD4QljC-L3dJzPgJyDROwuTw9IupS-JoIY8SfZ9F6bnmVd9vc5C7ggb8Pee_nl7MNDfNWLbOjGsidMHLsWo4Xhw7wLfMSmBMYpw3dXmMj5RnfUWGPLTkEugTJF8EG3KK9LC5SCPz94xJCma0k1kS1evvgCFn3L92XhqCWV5jgjmUObONTGwSN8QdjdMmsBY-xHNum0c8vQArfGy2tKsOs1YCm3wLjrWnL7-YuCbIQBlorhBEC-DEmWTKvpDnsKXEJwu9sRgDilWQ_LaWQhoOpTlXMhMaMr6Kp4dT3NrlLtaA-q_J4GwP8AizTPgClhI5prGgQ3j2yHZg8YAfD9_dZVL8l92vt2NBst8z-FricyHLdxpcpPybJh3S9Jci4ApFBvkOKOI4U_hyB3FuynNg954DORj3XSdizPy_T_KEitHr3ALC_umYSRaBE0aj447RkFQh30-l_HCLSGvQEug8kN3pbiXQdzdY4VCZYAwhco3wwLf1rG4HLG7WMObbls3TnbzD40bdR1rBtOw9tMMQCUq5FmG2zdJrfVXzEMjiEsywtqAb9nnlZQ_OfDnx9wBaCLf2FbUcKqmOWVWgR3sXnjNsWLvOy8Hr0OMgtsYthi-b7gvMqxiYL6keXs5iF59xClNIPV_M6oh3lShYIjaa5sj1uhV6aW4duiabi-oOe5EgQMXZvkERl8Yi5NfAx06W9vKwtrDNtmMRP2wMSVeG2KnHdmqNVHMVZo9_861R4KNxBN77JFhWHl5NuPKN5dM35-Soyjk1W5bGYdRXIXPh-bGZ1IZFcuQ3pDKFOZUf9vIYvzWH1SobvCor5_X537goHphoHAotLWb-3fARFzKveyxqD0fzzeou_nSLj7f0gHheMUlY09A-xGKUvMPUQyIITE_tFx_doBvsyKZatEtDVsRKHrknAlvecvFKc3DtIli4RprK2fBharvJ8Qv0p9GPCos5Hsd1ilLeEsryUoYDo_CD62OOaaQsxDuX2Gs1TVmRPZ2tUfNdED1xEZpQpLPoDmsOTMWXsDxjhCCsGJLxFbqswpbgxHG05KeU7kyfWvbvdF2ZxIYuUE2N1v0drMWub5MqvwUUhSVITea8mqGF46vgHeKrFYoWZwbr1jrbxhhoaHXo4wbQ6wDCZEH8plenZ--voEHrN8CbtpVcA', '-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAh7lVngXqzGUU79N4IxiY
XT62kO4I+zK5hqNcdBCrbl8okyRPL8C4xZQY+g/C+A1uDfz5EM23vtW6xcb0IB31
wgptF55IuWD6vfmBlrILa1eat+FMhIfWh6aWvLDv7/AGQT5XLotvYZs5bEdQoVot
DJPuHTKlnxofIxC56ZHCDaWLVXzHbOaqg7igLpKCnjWYYf6wB3Oo8xrp0+mhiI7K
QjpIOytMoy9+Y+rIQafRpUqEY/S6EBFoFYTCd8t9N5NXfRizVIDWqs89dMezgQ/c
+XXkfnxwyH5b0/z1xmuLR/W/gwuxE+2jwQiESkVibckjxjQtUcdRY8twnNoFPVxh
EQIDAQAB
-----END PUBLIC KEY-----
', 1795262400001, 1795262400001, null, null);
insert into signing_key ("kid", "use", "generation", "private_key", "public_key", "created_at", "signs_from", "published_until", "revoked_at") values ('W8XaEV4rIjDjR2VA4CCCNB3_t36BIehZCxJCqzRO0Ho', 'oauth', 1, 'enc:v1:uTRdllNW-p9UXLjMJP8k5UDgPOUXApaNq4aK2_cGrNVGQ1m6lgVvMCmVWyHzoi7FdVVBbatDN4I8SbYgZ0yF-eAmj1O3FyH3mHhvPmMAO57uFAzQdCphew4Qlm6vBd9pm7CAlVJNEViUscXrpAXPzOidbRRalVH9ArRUTQSxd7ovC0S5UyGS008fHxyc3D_l_tqqL8X1ZvKF_mNm9yIJqX6ZWtxyUp-aWhNGsocLYShahmiE8KJpZB3jAw8-DgwpUHapk7-NycsnES1tW3NA56N_0dbXWLqhjVA_Z6Z3fUtF9wF6QkwHOfXaiyYXWhmjuZjq9DRR__JYFdKOQ4zs7IH1pEr2DaSJ3DccARsqEoLqVpdMCLsOIWvzs3uTbt4r3d3cu5IMYWfOKipRUwIr70oO-2ZioKW-Jbqf6S8niJVL1EyuqjK-FIN2QXc4NCqGeZdgaDz5BuTy7MmKRdEstF4_cZHqr4DeSGvEHrzf802GpfdZgg6dhoDnlbs1z6EjAkxCb2WvGsnBy8uWw9nc9BnG1WPjjWMWxUyYY3eq80dfKJPRuoEQuv2FjP_rT1LCQ5ZYQ57m8goY7AKjbLf5ykY0bi3g_94rvUYCG0EbdrRP_cq6b3fu0cCwg-Ht6KmB3j3OJOkgo6DXRZbpP83JG5Z7th0nrc35OsmiKaPt7lzBcT9PDtV6seWIK2Np-bXdqKWW3agfaR-JVGjYBc8eyslXdqz7MZ26Vg4biWCSpFj-sR9yu-p3w-az_qVqo7tPWSR53gagT1KnoVArGU1RrUQuJo7Km02yDvckT50xDnWKEnBXpn0vUSDdXBDAiGyczLdiKy5ce9MCeXZR4fgknai0WUiPnhD_YwFWRJknDpJ4lo90TEKy30NrJdxrn7YExyjbCgh2Kr-IxjGyy8Wh2794y3Sduw9lF5fZVlOgQr2hNX31BSMHH5f6Y4lKj8cfUlcF3S_gzPV0X5e2t5HdvJ6LIqvGLU0StbqZhB53GOEnUETluxtmydzDyLceplOGZqQJOKF5Erzp_vtJGELBvF57PR_3zCICMddHhMvJd6UyUrt4OQF2gPUtCBXebuXPKSVRJgawXbA-vVOKXpnMJ6ArtV7rYsb_xKM9QR7RacoyjhJq5qkrrbsLqpm03XEi6wzeN79KvZVTQtvDQqvmSaRCHLPjmB55UeN0AJhxMnWhOqFnfRb98sRtE1xcVJD8_ox_4CxZ3oWAXJEf3Mk-x06jY3gElIPhJu8kYfncpz_I_Qg3jacHTI8lNMgFurxh0V1o6M-QLx11xPy11MJXDgUNwjQsz_sz_toiPYaUuT9J1w6Z1R93sMxWQvovr2MEiABtryyaEydKo5aheRWr55v-tMlPBUJeretaXGaz_NEbv9SYwuS69omlmGfv-jjuN-XZiMhvaRdRiaxDXBOoOBC8C39W9qfDCXENZX6d6hsgOXma42mz27VBqmQEUxeLwKSdpYXY6HMh4VeUkTfEkb4OdqmaCmTaPoIwiJunfhPE0F81YsdFTt2Nx5SnptLuyf7342B82sAapj0svhw--7kvkTrdig3ny7rWcGwxSY883esVLR8DlyOLykIp0acG_bYrFdVawgo6n3mab1RL4rbLFC9Ug3lnp-xuh0hyVSlug3wVxsDre9BONbvhdRFxno716qBZOSkM1qQyT22xX-NU2nccVIrB5MShxwBB69qzHMPfK6D8M4e5gR1sqokuIXPvS-N_xwFfTy8GWeEd-UU17uHu8zBY1et9R4dGRC5dBIGMhhKg1p0tPCayMC8a5ctfogcbOWRSbDP2IkSG5VHnsopvrgo36SiXXyofNu11hEEq26afunT09oDrrZ9JkEQtabmh4PBA7OgDjckKB6nQT-pYpcEwQUD_9Y6t23PNxMpvniBV6kT2NwUnxxAEM5HPftHJ9-K7qU54uGr59RJJM7SP5WIOmq7TPBuwWaGEZJOb16K5v32C1z67rJ7aJrDkl9enU-JFtr96Ot-HOYRhdDmfIFd23lJCtDrhgjgCjsDcD8U4v6x1j1kbuSxjJgHNIQ9TjZ9e5tPztVPGszkw3-GAtzqpGrNdbi3iD12M6bdWrZnp14Z3mlxwIN5OK5sswamZ-Hg4Chy_ghTlOiLjK9uUtrOaOnABq3UECHcsAuix7gk4tp521Tf35eikINI3PDS0NkmhvznX_44jMcqtwkDSJOn4Mp-r9PdeHHpKiqjcbiJ2vUYnP6QxvAy9tTv5WnXmpKtYQllhP0rKB0w81e6UvmmVHNfq1--RoeE8EGE7R1OskdHJYW8usT5sw5q3kQ', '-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAxNWTtOXmPX70KU/E3Knn
VekIlB9wa2teFhE5kgJhYvHUCvksKmMUn9WoXlKeszXnibQeH1YNvcqOo2wFvJpE
xHjS6/ynP3cJA/RoeHzWGay9svjujVGMMJf8SAPZ/mQUl62Hz5dpeF0HhFfzMgL3
wqAg4Jv8vNYqN8PFOKUmN5R/OBvKDkQc/fcj5Pp7ifIvx532KJcgeo7RmAw4zvpT
qh4o0BgeqcxbqEPcnp0vx9n9NNIFuxTOT6qvjzP6JDEMpbKG3V3U1ksFIQdxfMwz
ZvbE1dKLT7DqwLbBj3SUAlbsWGi/RsIIK1ue8Hsk5bP+VsZYzAu+/KkukYFrJyIn
QQIDAQAB
-----END PUBLIC KEY-----
', 1795262400002, 1795262400002, null, null);
insert into encryption ("id", "salt", "check_value", "created_at", "erased_at") values ('secrets', 'wtGDM3g2zRYISUECsNukGQ', 'enc:v1:Q6dYHTR8XX9mH3lzs91f0l1IxITGVoYr9ZcTpsWVLRc', 1795262400000, null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa46007559a64c29f003877327', 1795262400000, 'api_token.created', null, 'cli', null, 'operator', null, '{"id":"450f17b162ad4a60b8e75d9ccaa73b04","name":"bot"}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa460072d992a917d3e7aa380c', 1795262400000, 'account.created', '53ae3ea136d244aea448765eafc17cab', 'cli', null, 'operator', null, '{"username":"Plain"}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa46007ae5936aeabe190a9145', 1795262400000, 'token.issued', '53ae3ea136d244aea448765eafc17cab', 'account', '53ae3ea136d244aea448765eafc17cab', 'Plain', '127.0.0.1', '{}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa460074c19b7ccde2a4f5c52e', 1795262400000, 'account.created', '5c9ef12367334ad6985f20da48d91370', 'cli', null, 'operator', null, '{"username":"TwoFactors"}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa460077e287d0ac1822737157', 1795262400000, 'second_factor.enabled', '5c9ef12367334ad6985f20da48d91370', 'cli', null, 'operator', null, '{}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa46007e11b8baebea58af3a69', 1795262400000, 'account.created', '6b7131c1718241cd84747b1da84ef021', 'cli', null, 'operator', null, '{"username":"Suspended"}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa460075be8aadcfbe612ed0a5', 1795262400000, 'account.suspended', '6b7131c1718241cd84747b1da84ef021', 'api', '450f17b162ad4a60b8e75d9ccaa73b04', 'bot', '127.0.0.1', '{"reason":"griefing","until":null}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa460074d98bf5bd7522fc1b19', 1795262400000, 'account.created', 'c8fa0d73df3b4c60a097f1a12a6c06b9', 'cli', null, 'operator', null, '{"username":"Briefly"}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa46007aa981701a4595e77dbf', 1795262400000, 'account.suspended', 'c8fa0d73df3b4c60a097f1a12a6c06b9', 'api', '450f17b162ad4a60b8e75d9ccaa73b04', 'bot', '127.0.0.1', '{"reason":null,"until":"2026-12-21T12:00:00.000Z"}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa4600716085f99244e93574f2', 1795262400000, 'account.created', 'c44d3381f2e34eae9c504b4603242c26', 'cli', null, 'operator', null, '{"username":"Before"}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa46007dadac3b5a0828a7fce2', 1795262400000, 'account.renamed', 'c44d3381f2e34eae9c504b4603242c26', 'api', '450f17b162ad4a60b8e75d9ccaa73b04', 'bot', '127.0.0.1', '{"from":"Before","to":"After"}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa46007bce9f61fd51f8bfd980', 1795262400000, 'account.created', '88b40a7f2fc949b08e755451b8cfe8e5', 'api', '450f17b162ad4a60b8e75d9ccaa73b04', 'bot', '127.0.0.1', '{"username":"NoMail"}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa4600793c85be6628e5d7d3d4', 1795262400000, 'account.created', '331ab7c074b54060be28b5d8dd307274', 'cli', null, 'operator', null, '{"username":"Chief"}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa460070969eeb3f4b4cde3a55', 1795262400000, 'account.granted', '331ab7c074b54060be28b5d8dd307274', 'api', '450f17b162ad4a60b8e75d9ccaa73b04', 'bot', '127.0.0.1', '{"role":"admin"}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa46007a09a76bb48bfa2327f5', 1795262400000, 'account.created', '9466f6a0512442e5be3bbb7b9c722a28', 'cli', null, 'operator', null, '{"username":"Dressed"}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa460078c495f8918b832f099d', 1795262400000, 'session.started', '9466f6a0512442e5be3bbb7b9c722a28', 'account', '9466f6a0512442e5be3bbb7b9c722a28', 'Dressed', '127.0.0.1', '{}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa46007c849b50b5c0f85fbe3c', 1795262400000, 'texture.set', '9466f6a0512442e5be3bbb7b9c722a28', 'account', '9466f6a0512442e5be3bbb7b9c722a28', 'Dressed', '127.0.0.1', '{"texture":"skin","hash":"780551c3882fa122a07468c82f53ad7ee818477db5ff5a48612c8da1e98a7f6e"}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa46007048a679382dae8f0ec0', 1795262400000, 'account.created', '5e2f3dc18990428ca7f861a94b0dfc95', 'cli', null, 'operator', null, '{"username":"Leaving"}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa46007619a134edd00c82d099', 1795262400000, 'session.started', '5e2f3dc18990428ca7f861a94b0dfc95', 'account', '5e2f3dc18990428ca7f861a94b0dfc95', 'Leaving', '127.0.0.1', '{}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa4600786a88d4144fd3daff70', 1795262400000, 'account.deletion_requested', '5e2f3dc18990428ca7f861a94b0dfc95', 'account', '5e2f3dc18990428ca7f861a94b0dfc95', 'Leaving', '127.0.0.1', '{"at":"2026-11-28T12:00:00.000Z"}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa46007f1197434319d30bec97', 1795262400000, 'client.created', null, 'cli', null, 'operator', null, '{"id":"9c8d195edf7e4277aeacb091029da1f7","name":"A web site"}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa46007d37986cce8167d1583f', 1795262400000, 'session.started', '53ae3ea136d244aea448765eafc17cab', 'account', '53ae3ea136d244aea448765eafc17cab', 'Plain', '127.0.0.1', '{}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa4600733caa09eabedff730a3', 1795262400000, 'grant.given', '53ae3ea136d244aea448765eafc17cab', 'account', '53ae3ea136d244aea448765eafc17cab', 'Plain', '127.0.0.1', '{"client":"9c8d195edf7e4277aeacb091029da1f7","scope":"openid offline_access"}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa46007feca3ffdf3303024e94', 1795262400000, 'grant.given', '53ae3ea136d244aea448765eafc17cab', 'account', '53ae3ea136d244aea448765eafc17cab', 'Plain', '192.0.2.7', '{"client":"launchers","scope":"openid offline_access game_server_session"}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa46007805a7184e04da284121', 1795262400000, 'invite.created', null, 'api', '450f17b162ad4a60b8e75d9ccaa73b04', 'bot', '127.0.0.1', '{"id":"1e83df8bd38b4662a252cb02f7c1578d"}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa460078fcbf0e905a9ba348f7', 1795262400000, 'ban.added', null, 'api', '450f17b162ad4a60b8e75d9ccaa73b04', 'bot', '127.0.0.1', '{"network":"192.0.2.99","until":null}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa46007a2ba98631234443fd9b', 1795262400000, 'webhook.created', null, 'api', '450f17b162ad4a60b8e75d9ccaa73b04', 'bot', '127.0.0.1', '{"id":"8fbe3cef5d2247babe3ad1a0d8041812","origin":"https://bot.example.test"}', null);
insert into mail ("id", "kind", "recipient", "language", "content", "token", "created_at", "due_at", "tries", "expires_at") values ('99e6217b24504caca7c0715efa1489ee', 'notice', 'TwoFactors@example.test', 'en', '{"kind":"notice","username":"TwoFactors","notice":{"about":"second_factor_enabled"}}', null, 1795262400000, 1795262400000, 0, 1795521600000);
insert into mail ("id", "kind", "recipient", "language", "content", "token", "created_at", "due_at", "tries", "expires_at") values ('f15b99dff20a426aa1013fb9717b0f97', 'notice', 'Suspended@example.test', 'en', '{"kind":"notice","username":"Suspended","notice":{"about":"suspended","reason":"griefing"}}', null, 1795262400000, 1795262400000, 0, 1795521600000);
insert into mail ("id", "kind", "recipient", "language", "content", "token", "created_at", "due_at", "tries", "expires_at") values ('b31688ea424342ccb394e244cdd75cc4', 'notice', 'Briefly@example.test', 'en', '{"kind":"notice","username":"Briefly","notice":{"about":"suspended","until":1797854400000}}', null, 1795262400000, 1795262400000, 0, 1795521600000);
insert into mail ("id", "kind", "recipient", "language", "content", "token", "created_at", "due_at", "tries", "expires_at") values ('124c63f445b04962b5db13f14c5a3aa9', 'notice', 'Before@example.test', 'en', '{"kind":"notice","username":"Before","notice":{"about":"renamed","from":"Before","to":"After"}}', null, 1795262400000, 1795262400000, 0, 1795521600000);
insert into mail ("id", "kind", "recipient", "language", "content", "token", "created_at", "due_at", "tries", "expires_at") values ('67af16128ebe4365b1b9fce611f7b631', 'notice', 'Chief@example.test', 'en', '{"kind":"notice","username":"Chief","notice":{"about":"role_granted","role":"admin"}}', null, 1795262400000, 1795262400000, 0, 1795521600000);
insert into mail ("id", "kind", "recipient", "language", "content", "token", "created_at", "due_at", "tries", "expires_at") values ('ffa61932740b49218140519b764b4cdd', 'notice', 'Leaving@example.test', 'en', '{"kind":"notice","username":"Leaving","notice":{"about":"deletion_requested","at":1795867200000}}', null, 1795262400000, 1795262400000, 0, 1795521600000);
insert into invite ("id", "code", "digest", "uses", "created_at", "expires_at", "group_name") values ('1e83df8bd38b4662a252cb02f7c1578d', 'enc:v1:6y9-doF2eUCTJvK8gIo-G1xWTIWnR7AdTyU-8K8UAzB-F9FHkgQbDMPvl2Ny4w', '9d2df44d20f085bfce58dcf855e5996658ff91afedc1b5e01549b3cbe141e7a4', 3, 1795262400000, null, null);
insert into webhook ("id", "url", "secret", "events", "format", "created_at", "fed_seal", "leased_until", "off_at", "failures", "held_until") values ('8fbe3cef5d2247babe3ad1a0d8041812', 'enc:v1:i6jxYrnFaeCD6Gbbg3FewQnIBwRoSTF8Iys4hwcJ16uSoq1KJ38jVIeqPqSMknbIvdb3GBALi2Q6', 'enc:v1:wmk7DJ2XtsXSZlPyZV8N3NoSXycc40tM2c5kq02kh1sLHN1vpYJ6-pbEZLANiTRiNGz4OsLOlYLAcDC703B1rceoTf8L5kDHk6nTewV3', '["account.*"]', 'standard', 1795262400000, 0, 0, null, 0, null);
insert into api_token ("id", "digest", "name", "access", "created_at", "expires_at", "last_used_at", "maker_kind", "maker_id", "maker_name") values ('450f17b162ad4a60b8e75d9ccaa73b04', '5ef3142e370344930efd4c907a9a4acdfd26461bf7a187a178e0306c9290ea3e', 'bot', 'write', 1795262400000, null, 1795262400000, 'cli', null, 'operator');
insert into attempt ("subject", "step", "refused_at", "at", "reason", "detail", "network", "address", "server") values ('53ae3ea136d244aea448765eafc17cab', 'authenticate', 0, 1795262400000, null, null, '', '127.0.0.1', null);
insert into attempt ("subject", "step", "refused_at", "at", "reason", "detail", "network", "address", "server") values ('53ae3ea136d244aea448765eafc17cab', 'join', 0, 1795262400000, null, null, '', '127.0.0.1', null);
insert into attempt ("subject", "step", "refused_at", "at", "reason", "detail", "network", "address", "server") values ('53ae3ea136d244aea448765eafc17cab', 'web', 0, 1795262400000, null, null, '', '127.0.0.1', null);
insert into attempt ("subject", "step", "refused_at", "at", "reason", "detail", "network", "address", "server") values ('5e2f3dc18990428ca7f861a94b0dfc95', 'web', 0, 1795262400000, null, null, '', '127.0.0.1', null);
insert into attempt ("subject", "step", "refused_at", "at", "reason", "detail", "network", "address", "server") values ('9466f6a0512442e5be3bbb7b9c722a28', 'web', 0, 1795262400000, null, null, '', '127.0.0.1', null);
insert into attempt ("subject", "step", "refused_at", "at", "reason", "detail", "network", "address", "server") values ('53ae3ea136d244aea448765eafc17cab', 'oauth', 0, 1795262400000, null, null, '', '127.0.0.1', null);
insert into hour_count ("at", "step", "outcome", "count") values (1795262400000, 'authenticate', 'ok', 1);
insert into hour_count ("at", "step", "outcome", "count") values (1795262400000, 'join', 'ok', 1);
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
