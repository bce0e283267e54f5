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
  email_confirmed text
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
create table registration (
  digest text not null,
  username text not null,
  username_folded text not null,
  email text not null,
  email_folded text not null,
  password_hash text not null,
  language text not null,
  invite_id text,
  expires_at bigint not null
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
  expires_at bigint
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
  last_used_at bigint
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
  last_used_at bigint
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
  address text not null
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
  off_at bigint
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
insert into kysely_migration ("name", "timestamp") values ('0001-engine', '2026-11-23T08:21:51.998Z');
insert into kysely_migration ("name", "timestamp") values ('0002-lookup-clients', '2026-11-23T08:21:52.022Z');
insert into kysely_migration ("name", "timestamp") values ('0003-textures', '2026-11-23T08:21:52.048Z');
insert into kysely_migration ("name", "timestamp") values ('0004-signing-key-revision', '2026-11-23T08:21:52.058Z');
insert into kysely_migration ("name", "timestamp") values ('0005-credentials', '2026-11-23T08:21:52.106Z');
insert into kysely_migration ("name", "timestamp") values ('0006-stored', '2026-11-23T08:21:52.122Z');
insert into kysely_migration ("name", "timestamp") values ('0007-secrets', '2026-11-23T08:21:52.138Z');
insert into kysely_migration ("name", "timestamp") values ('0008-secrets-version', '2026-11-23T08:21:52.162Z');
insert into kysely_migration ("name", "timestamp") values ('0009-audit', '2026-11-23T08:21:52.206Z');
insert into kysely_migration ("name", "timestamp") values ('0010-credential-use', '2026-11-23T08:21:52.222Z');
insert into kysely_migration ("name", "timestamp") values ('0011-optional-email', '2026-11-23T08:21:52.230Z');
insert into kysely_migration ("name", "timestamp") values ('0012-mail', '2026-11-23T08:21:52.247Z');
insert into kysely_migration ("name", "timestamp") values ('0014-oauth', '2026-11-23T08:21:52.346Z');
insert into kysely_migration ("name", "timestamp") values ('0016-registrations', '2026-11-23T08:21:52.379Z');
insert into kysely_migration ("name", "timestamp") values ('0017-invites', '2026-11-23T08:21:52.402Z');
insert into kysely_migration ("name", "timestamp") values ('0018-account-pages', '2026-11-23T08:21:52.442Z');
insert into kysely_migration ("name", "timestamp") values ('0019-former-skins', '2026-11-23T08:21:52.458Z');
insert into kysely_migration ("name", "timestamp") values ('0020-recovery-codes', '2026-11-23T08:21:52.470Z');
insert into kysely_migration ("name", "timestamp") values ('0021-passkeys', '2026-11-23T08:21:52.546Z');
insert into kysely_migration ("name", "timestamp") values ('0022-roles', '2026-11-23T08:21:52.566Z');
insert into kysely_migration ("name", "timestamp") values ('0023-account-search', '2026-11-23T08:21:52.593Z');
insert into kysely_migration ("name", "timestamp") values ('0024-api-tokens', '2026-11-23T08:21:52.615Z');
insert into kysely_migration ("name", "timestamp") values ('0025-attempts', '2026-11-23T08:21:52.633Z');
insert into kysely_migration ("name", "timestamp") values ('0026-webhooks', '2026-11-23T08:21:52.655Z');
insert into kysely_migration ("name", "timestamp") values ('0027-confirmed-email', '2026-11-23T08:21:52.662Z');
insert into kysely_migration ("name", "timestamp") values ('0028-known-devices', '2026-11-23T08:21:52.674Z');
insert into kysely_migration ("name", "timestamp") values ('0029-hour-counts', '2026-11-23T08:21:52.693Z');
insert into kysely_migration ("name", "timestamp") values ('0030-account-search', '2026-11-23T08:21:52.704Z');
insert into kysely_migration ("name", "timestamp") values ('0031-account-by-deletion', '2026-11-23T08:21:52.718Z');
insert into kysely_migration_lock ("id", "is_locked") values ('migration_lock', 0);
insert into account ("id", "username", "username_folded", "email", "email_folded", "password_hash", "credentials_version", "language", "totp_secret", "skin_hash", "skin_model", "cape_hash", "suspended_at", "suspended_until", "suspension_reason", "created_at", "secrets_version", "deletes_at", "roles", "email_confirmed") values ('6a997089c21e46f89bb8534be1a5f2a8', 'Plain', 'plain', 'Plain@example.test', 'plain@example.test', '$argon2id$v=19$m=1024,t=1,p=1$czG9rgl3fJ8tKz6Tc/9bvg$KHccfGZ5MQoa8uTalqqPDlx81P37OGIrgniL9J+Hmfg', 0, 'en', null, null, null, null, null, null, null, 1795262400000, 0, null, null, null);
insert into account ("id", "username", "username_folded", "email", "email_folded", "password_hash", "credentials_version", "language", "totp_secret", "skin_hash", "skin_model", "cape_hash", "suspended_at", "suspended_until", "suspension_reason", "created_at", "secrets_version", "deletes_at", "roles", "email_confirmed") values ('b845bbfd64f445a08dc91908ac01a634', 'TwoFactors', 'twofactors', 'TwoFactors@example.test', 'twofactors@example.test', '$argon2id$v=19$m=1024,t=1,p=1$CHJXaWeWMg/JII136wRP0A$f0FqUGXAKD+e0meQwtwU9/r2sX7kTUiLrXvyqjUeY5k', 1, 'en', 'enc:v1:JJjBbG2uVCay19V-rpBzkhEEYCpm8v3GY0qKGD8UcXju2v0M4qvSS0ZB9qrx3ZN8X_1kMseGGu1mnJRE', null, null, null, null, null, null, 1795262400000, 1, null, null, null);
insert into account ("id", "username", "username_folded", "email", "email_folded", "password_hash", "credentials_version", "language", "totp_secret", "skin_hash", "skin_model", "cape_hash", "suspended_at", "suspended_until", "suspension_reason", "created_at", "secrets_version", "deletes_at", "roles", "email_confirmed") values ('57e16accad7243a8b3b19577243df03a', 'Suspended', 'suspended', 'Suspended@example.test', 'suspended@example.test', '$argon2id$v=19$m=1024,t=1,p=1$iuDpf27yPpSbkQrFSc0UBQ$SvlwbC/lMci5XVWi61NLX4StIKzflBU+wyLyX1NiXJI', 1, 'en', null, null, null, null, 1795262400000, null, 'griefing', 1795262400000, 0, null, null, null);
insert into account ("id", "username", "username_folded", "email", "email_folded", "password_hash", "credentials_version", "language", "totp_secret", "skin_hash", "skin_model", "cape_hash", "suspended_at", "suspended_until", "suspension_reason", "created_at", "secrets_version", "deletes_at", "roles", "email_confirmed") values ('eb5bccf03df6475b9b4dac4a18f8c373', 'Briefly', 'briefly', 'Briefly@example.test', 'briefly@example.test', '$argon2id$v=19$m=1024,t=1,p=1$ysq0xXB7sDrUG+gp+25Okg$/IAkEB6Gt/IlWG3669NElkSRZu03RKno3aXWpsVAF+U', 1, 'en', null, null, null, null, 1795262400000, 1797854400000, null, 1795262400000, 0, null, null, null);
insert into account ("id", "username", "username_folded", "email", "email_folded", "password_hash", "credentials_version", "language", "totp_secret", "skin_hash", "skin_model", "cape_hash", "suspended_at", "suspended_until", "suspension_reason", "created_at", "secrets_version", "deletes_at", "roles", "email_confirmed") values ('762e58b9055e42fe807f5d48d9bc57f6', 'After', 'after', 'Before@example.test', 'before@example.test', '$argon2id$v=19$m=1024,t=1,p=1$cGduPaV1HI4aELUVaWyblA$n4yvxLqD+eINTfrG4JVI4pFrQ3iYK2Pnqus+JvkucC0', 0, 'en', null, null, null, null, null, null, null, 1795262400000, 0, null, null, null);
insert into account ("id", "username", "username_folded", "email", "email_folded", "password_hash", "credentials_version", "language", "totp_secret", "skin_hash", "skin_model", "cape_hash", "suspended_at", "suspended_until", "suspension_reason", "created_at", "secrets_version", "deletes_at", "roles", "email_confirmed") values ('d8c96f55095842bf906abbd866c9667e', 'NoMail', 'nomail', null, null, '$argon2id$v=19$m=1024,t=1,p=1$wW+UsKWbYl+CVwG/9l7FnA$doBy4tz+HKbQbkWZ6YFQCWhrDvlLX9t/BuJdRUjvnrQ', 0, 'en', null, null, null, null, null, null, null, 1795262400000, 0, null, null, null);
insert into account ("id", "username", "username_folded", "email", "email_folded", "password_hash", "credentials_version", "language", "totp_secret", "skin_hash", "skin_model", "cape_hash", "suspended_at", "suspended_until", "suspension_reason", "created_at", "secrets_version", "deletes_at", "roles", "email_confirmed") values ('11ce90e7d12c43068af0271e8490da00', 'Chief', 'chief', 'Chief@example.test', 'chief@example.test', '$argon2id$v=19$m=1024,t=1,p=1$Z83GBCjuRmcXzRFYVqceDQ$tBoP6Jfc3qpqWTZiAkMK2eVApI36Bbkh89nxIGmmBD4', 0, 'en', null, null, null, null, null, null, null, 1795262400000, 0, null, 'admin', null);
insert into account ("id", "username", "username_folded", "email", "email_folded", "password_hash", "credentials_version", "language", "totp_secret", "skin_hash", "skin_model", "cape_hash", "suspended_at", "suspended_until", "suspension_reason", "created_at", "secrets_version", "deletes_at", "roles", "email_confirmed") values ('986bf85ebbff472f94516bab01af7532', 'Dressed', 'dressed', 'Dressed@example.test', 'dressed@example.test', '$argon2id$v=19$m=1024,t=1,p=1$JRVwo+DaQsjDrmjttVUKHA$ShSdDODjLkrA1zNgp3c5mkWgntgfuVFyVtcltqazKgQ', 0, 'en', null, '780551c3882fa122a07468c82f53ad7ee818477db5ff5a48612c8da1e98a7f6e', 'slim', null, null, null, null, 1795262400000, 0, null, null, null);
insert into account ("id", "username", "username_folded", "email", "email_folded", "password_hash", "credentials_version", "language", "totp_secret", "skin_hash", "skin_model", "cape_hash", "suspended_at", "suspended_until", "suspension_reason", "created_at", "secrets_version", "deletes_at", "roles", "email_confirmed") values ('e4787e87884d4a95908f980fe6413bac', 'Leaving', 'leaving', 'Leaving@example.test', 'leaving@example.test', '$argon2id$v=19$m=1024,t=1,p=1$fYH4qJi/k73VB10Sp8DXDA$HcxXXiEOCwpz6sP3Prt9Z9b7w0ppacFC2IV+eRDom5U', 1, 'en', null, null, null, null, null, null, null, 1795262400000, 0, 1795867200000, null, null);
insert into texture ("hash", "png", "unworn_since", "worn_by", "worn_at") values ('780551c3882fa122a07468c82f53ad7ee818477db5ff5a48612c8da1e98a7f6e', 'iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAYAAACqaXHeAAAgAElEQVR42g2acVzb9Z3//dk1jklWO9OxDrrMuBqDRhHJoGKQwWWSQRGXFQa9RrOSCTO9nBda1rgsDxiZFC4DUSoZyxYHhesy44oXvGicbOByRVsWfDApI3OOy6R4nuS4Tnpcef7ef7z+ej9ej+fj8frn+3m8vq/r1P/v/3GbSC8qEpWKKkRmUZ2oQWQV2UUOkUvkFnWIukV9otOioGhUFBZNiGKiKVFCdFG0IFoWrYjWRBnRpgiRQqQUqUS5Io1IJyoQFYvKRCZRjcgiahLZRC0ip+iEyCPqEvWKBkQBUUg0LoqIoqK4aFo0K0qKFkXXqbMlgOzr0WfvoCj7E5Rm76QiW4E5+wbqsj9JQ3YW1uxPYc++EUd2Nq5sJe7sT9ORvYvu7Jvoy97N6ezPEMy+mdFsFeHsPUxkf5ZYdg5T2Z8jkb2Xi9mfZyE7l+XsPFay97GW/QUy2Wo2s78I2begyNagzL4VVfaXyM3ejyb7NnTZWgqyb6c4W0dZdj6m7Duoyb4TS7aepuy7sGXfTUt2Ac7seziRXYgn+166sovozTYwkP1lAtnFhLJLGM8+QCT7PqLZpcSz72c628hsdhnJ7AdYzC6XAHIkgJwd6HN2UpRzA6U5WVTk3Ig5R0ldzi4acnZjzbkZe84eHDk5uHL24s7JpSNnH905avpybuF0zq0Ec/YzmqMlnKNjIucOYjl6pnLuJpFzDxdz7mUhx8ByTjErOQdYyyklk2NkM+cByPkKipxKlDkmVDkPkptjRpNTjS7nIAU5D1Gc8zBlORZMOYeoyWnAktNIU85hbDlHaMl5BGeOjRM5R/Hk2OnKeYzenFYGch4nkHOMUI6T8ZwniOS4iOYcJ57TznTOSWZzniSZ42ExxysBaCQAzSfQa26gSPMpSjVKKjQ3YdbcTJ3mszRo9mLV5GHXqHFoNLg0+3FrbqdDcwfdmrvo09zDaU0RQU0xo5r7CGuMTGjKiWkqmdJ8lYTGzEVNDQuah1jWfJ0VzSHWNN8koznMpsYKGhsKTTNKzWOoNN8hV3MMjeYf0WlcFGhOUKw5SZnme5g0Xmo0nVg0Ppo03dg0vbRofoRT8zQnNM/i0TxHl+bH9GqCDGhCBDQjhDRjjGvOEtH8kqjmReKaCaY1UWY1/0ZS8yqLml9LAHoJQL8TvT6LIr2SUv1uKvR7MOv3UqffR4P+Fqz6/dj1Ohx6PS79Pbj1Bjr0B+jWG+nTf4XTehNBvZlR/UHC+oeZ0B8ipm9kSn+EhN7GRb2dBX0ry/pjrOifYE1/nIz+JJt6D+g7UOh9KPWnUOn95OqfRqMfRKcPUKAPUqx/njL9GUz6s9ToX8CiP0eTPopNH6NF/xpO/W84oX8Dj/48XfoL9OqTDOgXCOgvEdKnGNe/R0SfJqq/TFz/IdP6DLP6KyT1V1nUX5MASiSAEgX6khspKrmJ0pI9VJR8HnOJmrqSL9FQosNachf2kntxlJTgKjHiLqmgo+RBuktq6Ct5mNMl9QRLDjNa8ijhEjsTJd8hVuJkqqSNRMlJLpZ8n4WSH7Bc0s1KiZ+1kgEyJc+xWfITKHkeRckYypIwqpJfkVsSRVPyCrqS1ykomaG45DxlJRcxlbxNTckilpIUTSV/wVbyPi0l/4mzJMOJkr/hKdmiq+Q6ekt2MlDyKQIluwiVqBgv2Uuk5AtES24lXnI70yV6ZksKSZYUs1hyvwRQKQFU3oC+UklR5c2UVu6lolKNuXI/dZV30FB5D9bKYuyVRhyVlbgqzbgrH6Kj8hDdlYfpq7RxuvIxgpXHGK10Ea48yUSll1ilj6nKXhKVT3Ox8jkWKoMsV46wUnmWtcoXyVRG2ax8FSp/g6IygbLyAqrKt8mtvISm8l10lWkKKj+guDJDWeXHmCqvUVO5A0tlFk2Vu7BV7qGlMhdn5S2cqNTiqdTTVXkvvZUHGKh8gECliVBlNeOVDxOpbCBaeYR45VGmK1uZrXSSrDzOYuWTEkCtBFD7SfS1uyiq/SyltfuoqP0S5to7qKstpKH2ANbacuy1D+KorcVVewh37d/TUXuU7trv0Ff7BKdrv0uw1sto7Q8J1/qZqH2WWO0wU7U/J1F7lou1v2Kh9mWWa3/NSu0brNW+Rab2bTZrl6D2PRS1qyhrP0JV+zdya6+hqf0EutobKaj9DMW1eymr/SKmWi01tXdhqTXQVHs/ttpKWmq/hrP2YU7UfhNP7SN01X6b3tpjDNS2Eah9klBtJ+O1p4jU9hOtfY547U+Zrj3DbO0vSda+xGLtKxJAowTQmIW+cTdFjXspbbyFikYd5sZ7qGs8QEPjV7A2mrE3PoyjsRFXow13YysdjU/Q3XiSvsYOTjeeItj4NKONAcKNzzPReJZY4zmmGmMkGn/DxcbzLDQmWW68xErje6w1XibTmGGz8SoIXyF8pfBVws8Vvkb4OuEXCL9Y+GXCNwm/RvgW4TcJ3yb8FuE7hX9C+B7hdwm/V/gDwg8IPyT8ceFHhB8Vflz408KfFX5S+IvCv07dLAE0fwp9880UNedR2ryfiua7MDcXU9dcTkOzGWvz17E3H8bR3Iyr+Rju5hN0NHvpbu6mr/lpTjf/mGDzCKPNvyTcHGWi+dfEmhNMNf+eRPMlLjb/hYXmD1hu/h9Wmq+x1qwg07yLzebPQbO8A5rzUTbfi6r5fnKbTWiaa9E1N1DQ/CjFza2UNf8TpuYnqWnuwtLsp6n5NLbmn9HS/C84m89xovkVPM3TdDW/RW/zAgPNfyLQ/D6h5nXGm68Sab6eaPONxJtVTDfvY7b5NpLNd7PYXCIBOCUA543onXsocqopdeqocN6L2WmkzvkgDc6HsToPY3facTiduJwncTt/QIfTT7fzOfqcz3PaGSbojDLqfJ2w8zwTzreJOVNMOd8n4cxw0bnFgnMny85drDj3sua8lYxTz6azGJzyDnBWo3QeQuV8hFxnKxqnC53TQ4HzKYqdT1PmHMbkPEON80UszhhNzmlszgu0ON/B6XyPE84P8Div0OWEXmcWA86bCTj3EXJqGXfeQ8RZStRpIu58iGlnI7POoySdx1h0tksAbgnAnY3enUORW0OpW0+FuwSzu5I6dy0N7kas7mbsbicOtxuX24fb3U+He5hu9xh97nOcdscJuhOMuucJu1NMuFeJuTeYcm+TcGdx0a1iwa1m2Z3PitvAmrucjLuaTXc9uOUd4HagdLejcneS6/ajcQ+hc49Q4I5Q7I5R5p7B5J6jxr2ExZ2myb2Ozb1Fi1uB072bE+48PG4tXe5Cet1GBtxVBNwWQm4r4+5WIu42om4vcXcP0+5BZt0hku4wi+5JCcAnAfiU6H17KfLtp9R3DxU+I2afmTrfIRp8Nqy+Y9h9J3H4fLh8T+P2BenwnaXbF6XP9xtO+y4Q9F1i1Jcm7Msw4btGzJfFlG8PCd8tXPTpWfAdYNlnYsX3MGu+I2R8rWz6joNP3gE+P0pfAJXvDLm+c2h8r6HznafAt0Cx7z3KfB9i8l2lxrcTi283Tb592Hw6WnwGnL6vcMJ3EI+vkS6fnV7fEwz4PAR8pwj5Bhn3PU/E9wJRX4y47w2mfUlmfSmSvsss+q5IAP0SQP+n0ffnUtR/O6X9Bir6KzD3P0Rd/9/T0N+Ktf8E9v4f4Ojvx9UfxN3/Czr6X6a7f4a+/iSn+/9EsP8DRvs3CffvZKL/M8T61Uz130mi/wAX+7/KQr+F5f5HWek/xlq/m0z/U2z2Pwv98g7oj6DsfxVV/7+T27+Apv8v6Po/oqD//yjuz6Ks/7OY+m+lpr8AS7+Rpv6vYetvoKW/GWf/E5zo/z6e/l66+ofo7T/DQP8Egf7XCfW/xXj/JSL9fyXav0G8/zqm+5XM9n+eZL+Wxf4iCWBYAhjehX54H0XDd1A6fICK4QcxDx+ibvgoDcNPYB32Yh/24xgexjV8Fvfwy3QMv0H38Nv0Db/H6eGPCA5fY3T4RsLDe5kY1hIbNjA1XEli+GEuDj/CwvAxloefZGX4FGvDz5EZPsPm8EswLO+A4TmUwylUwx+QO3wVzfAN6Ib3UDB8K8XD91A2/ACm4YPUDB/GMtxK03A7tmEfLcPP4Bx+nhPDL+IZfo2u4TfpHb7EwPD7BIavEBrewfjwbiLDaqLDeuLDpUwPm5kdbiA5bGdx2CUBjEkAYzehH1NTNHYXpWNGKsZqMI8dpm7sOzSMncQ61o197DkcY2O4xqK4x2boGHub7rG/0DeW4fTYdQTHdjE69gXCY3omxu4nNlbN1FgTibFWLo59l4Wxp1geO83K2BnWxv6VzNg0m2PzMCbvgLF1lGOgGvs0uWP70IzdiW6slIKxr1E81kjZWAumsXZqxn6IZWyQprFRbGMv0TL2W5xjSU6M/RnP2Ed0jW3TO6ZkYCyPwNgdhMbuY3zMTGTsm0THHiM+doLpMR+zY8+SHBthcWxCAjgnAZzbjf7cLRSdu4fSc1+h4tzDmM/ZqDv3BA3nOrCeexr7uedxnDuH69xvcJ9L0nHuPbrPZegT/2nxB8U/Kv6w+CfEHxP/lPgT4r8o/gXxL4t/Rfxr4s+If1P8iF8hfqX4VeLPFb9G/DrxF4i/WPxl4jeJv0b8FvE3id8m/hbxO8V/Qvwe8XeJv1f8A+IPiD8k/nHxR8QfFX9c/NPinxV/UvyL4r9OHZcA4p9BH7+VongRpXETFfF6zPHHqIt/l4b4KazxH2OPh3HE47jiF3DH/0RH/CO649fRF5c+IK4hGL+X0fjfEY4fYiL+bWLxdqbi3STiAS7Gf8FC/FWW42+xEk+xFv8vMnHYjN8EcXkHxAtRxitRxb9BbtyOJn4CXfwpCuJDFMfPUhZ/BVP8TWriy1jiH9IU38YW30VL/Is449IHxCvwxC10xZvpjR9nIP5DAvHnCMX/hfF4jEh8lmj8j8Tj/8l0/Bqz8U+TjKtZjBdIAAkJIHEz+sR+ihLFlCbMVCQOY04coy7hpSHxNNbECPZEFEcigStxCXfiAzoS1+hO7KIvIX1A4l6CCROjiQbCiVYmEk8SS/iZSvyMROIcFxPTLCQWWE68z0riKmuJG8kk9rGZuBsS8g5IWFAm7KgS7eQmTqFJDKNLvEBB4nWKE0nKEiuYEleoSdyAJbGXpsQd2BJGWhIP4UxIH5Bw4Un46Eo8R2/iLAOJVwkkLhBKvMt4IkMksYNoYg/xhJbpxAFmE9UkE0dYTDglgHkJYF6Ffl5L0fx9lM4fpGL+UczzLurmf0jDfADr/C+xz7+OY34e13wa9/wmHfM30j3/BfrmpQ+Y/zuC8w2Mzn+H8LyHifl+YvMjTM1Pkpg/z8X5ZRbmP2J5/npW5vewNn87mflSNudrYV7eAfNtKOefQjX/Y3LnX0AzP4Vu/m0K5v9K8fxVyuazMc2rqZkvxDJvomn+m9jmH6dl/vs456UPmB/FM/8yXfOz9M6nGJhfJzC/g9D8Zxmf1xGZv5/o/EPE57/F9PxxZue7Sc4PszgfkQBSEkBqD/qUjqKUkdLUw1Sk7JhTJ6lL+WlIPY81FcWeOo8jlcKVyuBO7aQjtZfulJ6+lPQBqUMEU62MpjyEU08zkTpDLBVjKnWBROo9LqausJDKYjm1j5XUPaylTGRSjWymjkFK3gGpQZSps6hSr5GbSqJJpdGlrlKQUlKcuoWylAFTykxN6giW1BM0pXzYUgFaUi/gTEkfkFrAk7pMV+oavandDKT2E0gdIJQ6yHjKRiR1nGjqFPFUkOnUOWZTb5BMXWIx9aEEsCoBrH4W/eodFK2WU7p6iIrV72Be9VK3+iwNq2exrv4a++rbOFZXca1ew736GTpWtXSv3k/fqvQBq98muPoko6v9hFfPMLH6CrHVOaZW/4PE6lUurn6ahdVbWV4tYWX1IGur3yKz2s7m6j/DqrwDVidRrr6JavXP5K5eQbP6KXSragpWiyheNVO2asW06qJmtRvLapCm1QlsqwlaVpdxrkofsKrAs5pL12oBvasmBlabCKw6Ca12Mb4aILIaIbo6TXx1kenVD5ldvZ7kag6Lq3dKABsSwEYO+g09RRuVlG40UrHhxLzho25jmIaNc1g3Etg3Ujg2NnBtZOHeUNOxYaB7o5q+DekDNtoJbvgZ3RghvBFjYmOO2EaaqY0tEhu7ubihZWHDyPKGhZWNVtY2vGQ2BtncCMOGvAM23kG58SGqjR3kbuxFs3E3ug0TBRuHKd54grKNpzBtBKnZeAnLxnmaNt7FtnGFlo0bcW5IH7BRjGfjIF0bR+ndOMnARh+BjTOENl5lfCNJZON9ohvXiG/czPSGjtmNB0huHGJx43EJYFsC2P4c+u27Kdr+KqXbR6jYbsO83Uvd9s9p2I5h3f499u33cWxv49reg3v7Tjq2K+nebqJvW/qA7W6C2z9jdHuS8PYFJrb/g9j2FlPbnyGxrePidjkL2w0sb/8DK9s+1rZ/Qmb7JTa3Z2Fb3gHbmyi3d6Havo3cbSOa7W+g236cgu1OircDlG3/CtN2gprtP2HZvkLTdja27Vtp2b4P57b0AdsteLa9dG2fpnf7BQa2Zwhs/5HQ9n8zvp1FZPuLRLeLiW/XMr1tZ3b7eyS3n2Fx+xcSQJYEkLUXfdY9FGWZKc2yUZF1EnPW09RlnaUh6zdYsy5hz8rgyMrClXUL7qwDdGQ9THdWK31Z0gdkBQhmnWM06zzhrPeYyLpKLGs3U1k6Ellf4WJWIwtZT7CcdYqVrOdZy4qRyUqymXUZhK8QvlL4KuHnCl8jfJ3wC4RfLPwy4ZuEXyN8i/CbhG8TfovwncI/IXyP8LuE3yv8AeEHhB8S/rjwI8KPCj8u/Gnhzwo/KfxF4V+nVkkAqs+jV91LkaqGUpWdCtX3Maueo071KxpU57Gq/oJdtYVDpcKl0uNWfZUO1SN0q75Ln0r6ANUvCKqmGVUtE1ZdYUL1aWIqLVOqchKqRi6q/okFVS/LqlFWVK+xpvoDGdVHbKo+Kc8/eQeo7kOpsqBSOchV+dCofopO9TIFqt9TrLpMmep6TKpcalRFWFQHaVJ9G5vKS4tqCKdK+gDVLB7VCl2q/6NXtYcB1V0EVA8SUj3KuOokEdUAUVWYuGqGaVWKWdXfSKp2sai6XQJQSwDqXPRqA0XqhyhVt1Kh/gFmdZA69cs0qJNY1R9gV+/EoVbjUh/ArbbQoT5Gt/op+tTSB6hfJaheYFT9EWF1FhPqW4mpjUypG0ion+CiupcF9RmW1a+zor7EmnqDjFrJploLankHqA+jVB9Hpe4jV30WjXoanTpFgfpjitW7KVPfgUltokb9CBb1SZrUz2BTv0CLOoFTLX2AeguPeg9d6rvpVZsZUB8loPYQUj/HuPocEfWbRNVp5O3DtHovs+p7SaoPsqh+TALIlwDy89DnF1OU/3VK849Rkd+NOX+Euvxf05B/CWv+/2DP34UjPx9Xvgl3/qN05D9Jd/5p+vKlD8h/i2D++4zmX084fx8T+SXE8i1M5f8DifxTXMwfZSH/dZbzl1jJv8Ja/k1k8u9gM/+rkC/vgPzvocx/DlX+BLn5F9Dkr6LL30FB/hcozj9AWf43MOU7qcnvwZJ/hqb8KWz5f6Ql/28486UPyL8TT/6DdOV/i958DwP5QwTyXyKUf5Hx/MtE8j9BNF9NPP8+pvMPMZv/jyTze1nMH5MADBKAYR96wwGKDIcoNTxBhcGP2XCWOsMbNBjew2q4ht2wF4fBgMvwMG7DMToMp+g2nKHPIH2AIUXQcJVRwx7ChnuYMBwkZmhlyuAjYXiei4bXWDBcYtlwhRXDbtYMejIGM5sGOxjkHWAIojTEUBkWyDVk0BiU6Aw6Cgwmig02ygweTIYANYYoFkOSJsOH2AxZtBj24zRIH2A4gsdwki7DIL2GcwwYLhAwXCZk2Mm44RYiBiNRQyNxw3GmDU8za3iBpOE8i4a0BFAuAZR/AX15KUXl36S0/DgV5QOYy1+krvwtGsovYy1XYC+/FUd5Oa7yI7jL3XSUP0d3+b/SVy59QPl/ESy/kdHy2wmXm5go/xaxci9T5T8hUR7jYvkfWCjfYLn8JlbK9ayVf41M+WNslndBubwDyn+NsvyPqMo3yS3fg6a8EF35QxSUOyguP0VZ+Rim8mlqyv+MpfwaTeWfx1ZeTEv5N3CWSx9Q/iM85WG6yv+d3vI0A+XXEyhXEyq/n/HyRiLlJ4iWP0O8/FdMl19gtnyNZPkNLJZ/SQKolgCq1eirjRRVH6a0+iQV1c9hro5SV/02DdUZrNW7sFfrcVRX46puxV39FB3VZ+iunqavWvqAaghW72O0upRwdSMT1e3EqgeZqn6JRHWSi9UfsVCtZLn6DlaqzaxVP0am2sdm9QhUyzug+l2U1ddQVeeSW30ATXUDuurjFFQ/Q3H1Ocqq5zBVf0hN9Y1YqnU0VT+IrdpOS/UPcFZLH1D9Op7qFF3VW/RW72WguphA9SFC1S7Gq58mUv0i0eoLxKs/YLo6i9lqLclqE4vVRyWAegmg/ovo6x+gqN5Kab2HivqfYK5/lbr6JRrqr2Kt/xz2+mIc9fW46o/jrn+WjvqX6K6fp69e+oD6mwjW381ofS3h+mNM1P8zsfowU/WzJOovc7H+kyzUa1mu/yor9XbW6rvI1I+wWf9bqJd3QP11KOvVqOrLyK0/gqb+e+jqhymof4Xi+kuU1W9iqs+hpv7LWOoP0VTfhq3+GVrqJ3DWSx9Qv46nfhdd9XfRW3+QgXoHgfpeQvW/YLz+PJH6VaL1NxCvv43pehOz9c0k63/AYv3PJQCbBGC7Bb3tKxTZbJTaOqiwPY/Z9hvqbO/RIHer3O1yd8jdJXe33Dvk3i33PrmflntQ7qNyD8t9Qu4xuU/JPSH3i3JfkPuy3Ffkvib3jNw35S4/+lHIXSl3ldxz5a6Ru07uBXIvlnuZ3E1yr5G7Re5NcrfJvUXuTrmfkLtH7l1y75X7gNwDcg/JfVzuEblH5R6X+7TcZ+WelPui3K9TOyQAhwa9o5IiRzOlDh8VjjHMjgR1jlUaHLIPcORjd1TjcDhwOfy4HRE6HHN0O9bpc0gf4Cgk6LAw6mgj7BhkwjFJzPEOU45NEg7ZBzjuY8FxmGXH91hxBFlz/JqM4102HdeBQ94BjgqUjqOoHF3kOs6gcfwOneN9ChyfpNgh+wDH1zA5HqfG8c9YHC/Q5LiIzfERLY6bcDqkD3B8HY/DRZfjWXodUQYcfyDg+JiQ43OMO2Qf4Ggi6niSuOMnTDteY9bxJ5IOWHR8UQJolwDab0XfbqKo/TFK209R0R7G3H6BuvaPaGiXfUD7vdjbD+Fob8fVHsDd/iod7Sm626GvXfqA9kqC7XZG258i3H6WifY3ibV/yFT7LhLtsg9ot7DQfpzl9udYaY+x1v5HMu3X2GyXD3O7vAPaj6Js96FqHye3/Tya9g/QtSspaL+b4nbZB7S7MLUPUtP+Mpb2SzS1b2Fr30dL+wM426UPaP8BnvYzdLUn6G2/zED7jQTa9YTaH2K8XfYB7c8QbY8Sb3+H6farzLbnkmw3stj+iATQKQF0fgl954MUdX6H0k4/FZ2/wtz5NnWdf6OhU/YBnfdj73wER2cnrs4zuDv/nY7OD+ju/DR9ndIHdH6DYGc7o50/Jtz5GhOdfybWuYOpzttIdMo+oNPBQmcfy50TrHQusNa5SaYzl83OMuiUd0BnF8rOcVSds+R2foim8yZ0nfdS0FlPcafsAzp/gqnzdWo6/4KlcydNnbdj66ympfMfcHZKH9D5r3g636Gr83/p7dzHQGc5gc6jhDp/yHin7AM63yLa+RHxzs8w3WlgtvObJDufZLHzpxKAXwLw70fvN1PkP0ap/2kq/FHM/kvU+a/R4Jd9gN+E3d+Kw+/H5T+H279Ah/8q3f599PmlD/DbCfpPMep/gbA/yYT/CjH/Xqb8RhJ+2Qf4fSz4z7Lsv8CKP8Oafw8Z/wE2/UfAL+8A/xmU/vOo/B+S69+Nxm9A52+kwO+h2C/7AP8bmPyXqfErsfjvocl/CJv/JC3+IE6/9AH+NB5/Fl1+Pb3+hxnwHyfgDxDyv8a4X/YB/p1E/Tri/oNM+59g1j9I0h9j0Z+SAIYkgKHb0A9VUzT0j5QODVIx9ArmoXepG/oEDUOyDxiqxT7kwjE0hGvoNdxDf6Fj6Aa6h+6kb0j6gKETBIeGGR2aIjyUZmLoU8SG7mZq6BskhmQfMPRTFoamWR5aZWVIydpQIZmhBjaHvgdD8g4Y+h3KoQ9QDd1E7pABzVATuiEvBUOjFA/JPmDovzAN3UzNUAmWoSM0DXViGxqnZegtnEPSBwx9Fs9QKV1Dj9I75GNg6BcEhuYIDf0P40OyDxgqIzp0lPhQN9NDLzA7NE9y6GMWh/IkgBEJYESLfuQgRSMuSkcCVIy8jnkkTd3IjTSMyD5gpAH7iAfHyAiukfO4Rz6iY2QP3SOl9I1IHzDyFMGRFxgdeZvwyFUmRtTERkxMjTxOYkT2ASMvszCSYnlkBysjOtZGHiIzcpzNkWEYkXfAyPsoR5SoRu4ld6QRzYgX3cgZCkbepHhE9gEjOZhGjNSMHMUycoqmkRexjSzQMrKFc0T6gJEH8Ywco2vkGXpHYgyMvEtgZCehkTsYH5F9wEg70ZEg8ZFppkcuMzuyi+SIgcWRwxJARAKI3I4+8hBFkROURoJURGYwRz6gLvIZGiKyD4g8ij3yFI5IBFdkAXfk/+iI3Ep35Gv0RaQPiAwRjLzOaOSvhCNKJiJFxCKHmYp0kojIPiDyexYiH7Mc+QIrERNrEQeZyDNsRl6BiLwDIp9EGbkbVaSe3IgHTWQUXeRNCiL/TXFE9gGRckyRx6iJ/AhLJEpTZBlbZActkXycEekDIt/FE/kZXZHf0Rv5kIGIikCklFDkW4xHZB8Q+RXRyDvEI9tMR/YzG6khGXGxGPmxBBCTAGI69LIEeUMAABMUSURBVLGHKYqdpDT2PBWx85hjGepie2mIyT4g1oo99jSOWAxX7D3csSw6YvfQHWukLyZ9QOwswViS0dhVwrFbmIiZicWeYCoWIBGTfUDsMgux3SzHDrASs7EWO0Umdo7N2CVkUIhC+Erhq4SfK3yN8HXCLxB+sfDLhG8Sfo3wLcJvEr5N+C3Cdwr/hPA9wu8Sfq/wB4QfEH5I+OPCjwg/Kvy48KeFPyv8pPAXhX+dekYCmMlHP2OhaOZ7lM6coWLmIuaZj6mb+SINM7IPmPkn7DPDOGZmcM18iHvms3TMPED3TAt9M9IHzLxCcGaF0ZlswjMGJmasxGaeYmrmVyRmZB8wcz0LM3ewPPMNVmY8rM2MkZmZY3NmE2bkHTDzNZQzLlQzPyF35g00M/+FbiaHgplyimdkHzAzgGnmVWpm/gPLjJKmmS9jm3mElplunDPSB8ws4ZnZQdfMnfTOHGJg5vsEZsYJzfye8RnZB8xoiM5UE59pY3omyOzM70jOfMTizOckgDkJYO4O9HOHKJrzUjp3loq5tzHPXaNuTkvDnOwD5p7EPncGx9wcrrmruOdupWPuIN1z7fTNSR8w9ybBuSuMzqkJz5mZmHMRmwsyNZcgMSf7gLlcFuZMLM85WZkLsDY3TWbuQzbncmBO3gFzj6OcG0Q19zq5c5fRzN2Mbs5IwdxjFM/JPmDuVUxzaWrmdmGZO0DT3FFsc35a5l7GOSd9wNyNeOYMdM09Qu/cKQbmXiIwlyI0dwPjc7IPmDtMdM5HfO5FpucuMTu3g+ScnsW5BglgSQJYuhP9UgNFS52ULr1AxdIi5qUd1C3dRcOS7AOWurAvvYhjaQnX0k7cSwV0LB2me+mH9C1JH7C0THDpBkaXCgkvHWFiqZvY0ktMLf2JxJLsA5aKWFh6hOWlHlaWoqwt/ZnM0o1sLn0ZluQdsPTPKJdeRrX0F3KXlGiWStAtHaVg6UcUL8k+YOk/MC3tombpPixLdpqW+rEtvUrL0l9xLkkfsHQ/nqXH6FoaoHfpNQaWVgks3UxoqYzxJdkHLD1LdOl14ktrTC/tYXapnOTS4ywunZYA0hJAWo8+3UhR2kdp+hwV6RTmdBZ1aQMNadkHpP3Y0zEc6TSu9G7caSMd6Va604P0paUPSH9IML2X0bSJcPoJJtJBYunzTKWvkEjLPiB9kIX0SZbTZ1hJJ1lLXyOT1rGZPgRpeQekX0CZvoQqvZPc9D1o0kfQpU9RkI5SnJZ9QFqJKX2AmrQdS/ppmtKvYUtfpiW9B2da+oD0MTzpAF3pN+hNZxhI7yOQNhNKH2c8LfuA9AWi6avE0/uZTj/MbNpDMn2WxfSCBLAuAazfhX79MEXr3ZSuR6lY/wvm9V3Urd9Pw7rsA9ZPY1+fxrG+jmt9H+71r9Gx3k73+ih969IHrG8TXL+D0fVvEl73MbE+QWz9XabWs0msyz5g/dssrD/D8voUK+sfsrb+eTLrD7K53gbr8g5Yv4hyfQvV+u3krh9Cs96Jbv1FCtaXKV6XfcD6lzGtH6VmvR/L+ms0ra9hW8+hZf3vcK5LH7D+Uzzrb9K1vknv+n4G1r9OYN1LaP2XjK/LPmBdQXT9XuLrjzK97md2/RWS6++zuK6SALYkgK270W8doWirl9KtGBVb72Pe2kPdViUNW7IP2PoZ9q0LOLa2cG3pcG810LHlo3vrJfq2pA/Y2kVwy8jo1uOEtwJMbCWIbV1hautWEluyD9jysrD1Astbf2RlK4u1rWIyW3Y2t56BLXkHbH2Ecmsfqq1qcrdOotkaR7e1QMHWDoq3ZB+w9QimLT81W69i2bpM01YOti0TLVsunFvSB2zN4dm6RtfWHfRuNTKw9RSBrSihrRXGt2QfsPUA0a1jxLeGmd46z+zWxyS39rO4ZZEAFBKAogC94hGKFD+iVPEaFYr/xKzIpU7xNRoUsg9Q/At2xTs4FApcCgNuRTMdimfoVvyWPoX0AYovElQ8xKji+4QVLzChWCamuJEpxX0kFLIPUAyxoEiwrPgbK4r9rCm+QUbxAzYVE6CQd4DiJpSKB1Ap/oFcRRCN4i10ii0KFPkUK2QfoOjGpHiZGsVfsSj20KT4O2wKFy2Kn+NUSB+guA6P4m66FFZ6FX4GFHECig8IKT7PuEL2AYrvElWME1f8gWnFTmYVRSQVR1lUDEgAuyWA3feg322jaPfTlO7+DRW7M5h330Ld7odp2C37gN3nsO9+D8fu3bh2fwX37ifo2P083buT9In/tPiD4h8Vf1j8E+KPiX9K/AnxXxT/gviXxb8i/jXxZ8S/KX7ErxC/Uvwq8eeKXyN+nfgLxF8s/jLxm8RfI36L+JvEbxN/i/id4j8hfo/4u8TfK/4B8QfEHxL/uPgj4o+KPy7+afHPij8p/kXxX6fOkwDyCtHnHaUo71lK896gIu9vmPO01OV9k4Y82QfkvYI97wMceXm48g7izvs+HXkv0p33Z/rypA/IqyCY52I0b5Rw3gITeQpiecVM5bWQyJN9QN4sC3lbLOfdyUreEdbyfkQm73U289YhT94BeV9HmfcDVHn/Sm5eGk3eZ9HlPUhB3ncpzpN9QN4Sprwbqcm7H0veMZryfootb46WvOtw5kkfkPctPHnP0JU3Q2/eFQbybiOQ10Aor5vxPNkH5K0RzcslnlfDdJ6H2bwIybx3Wcy7SQLQSgDae9Fr7RRpn6NUe54K7RZmrZ467SM0aGUfoJ3Grr2CQ6vFpW3Ere2lQ/sa3dqP6NNKH6C1ENT6GNW+TFh7mQltLjHtQaa0XhJa2QdoV1jQ7mFZ+yAr2pOsacNktCk2tbtAK+8ArQul9gwq7TvkarPQaEvRaY9RoP0ZxVrZB2h3YNIaqNE+hkUboEn7JjbtNVq0d+PUSh+gfQaP9g26tB/Tq9UxoD1MQOsnpH2dca3sA7S3EtUeIq59imltjFntByS1+1jUPiQBFEoAhUXoCx+jqPDHlBZeoKLwOsyF91JX+G0aCmUfUPgW9kIpbwoLcRXacRcO0VH4Jt2F2/QVSh9Q2Eyw8DlGC2cJF15jorCAWOFRpgpPkyiUfUDh/7FQeDfLhd9ipXCQtcJ/J1O4xWbhXVAo74DCZ1EWJlAV/i+5hXo0hY+iK3yGgsLfUVwo+4DCOzEVPkJN4QCWwjdoKtzEVngHLYVWnIXSBxTO4Cn8mK7CfHoLjzBQ2E+gcJpQ4d8YL5R9QOHfEy3sI174W6YLrzBbeDvJwsMsFv5IAjBKAEYDemMrRcYgpcYkFcadmI0HqDMeo8Eo+wDjAnZjFg6jEZfxCdzGM3QYL9FtVNJnlD7AeJyg8SyjxhRh424mjCZixpNMGV8gYZR9gHEPC0Yzy0YPK8ZzrBnTZIx72TQeBKO8A4xRlMbLqIz7yDU+jMboQ2eMUWD8kGKj7AOMhzAZT1FjfA2LMUOTcT82YyMtRj9Oo/QBxit4jDq6jEfoNT7NgPENAsarhIx6xo2yDzAOEjWeJ268xrTxHmaNdpLGAIvGCxJAlQRQ9WX0VY9TVBWitGqBiqpPYa56gLqqNhqqZB9Q9SfsVTfjqKrCVeXBXTVBR9X7dFfl0VclfUDVDwlWvcpo1Trhqv1MVDURq+pjqmqGRJXsA6ruYqHqKMtVQ6xUXWCt6noyVcVsVkkxVyXvgKo/oKy6EVVVOblVx9FU/QJd1bsUVKkorpJ9QNX3MVW9RE3VKpaqfTRVfR1b1VO0VMVxVkkfUHUbnqrDdFX101v1BgNV/0ug6m5CVc2MV8k+oOoi0aodxKtKmK46xmzVz0lWvcNiVbYEYJEALMXoLccosoxQarlEhWUXZouJOsuTNFhkH2B5H7tlHw6LBZflFG7L63RYrtBtuYM+i/QBlucIWi4watlB2HKACYuTmOUMU5Y/krDIPsDyIAsWD8uWl1ixXGbNoiZjOcSmpRcs8g6wfIzSokdlOUquJYDGMofOspMCSynFFtkHWMYxWVLUWG7GYjHTZPFis0RpsXyA0yJ9gKUBj8VPl2WaXstVBix3E7DYCVmGGbfIPsByA1GLkbjFxbTlLLOWd0la9rBoqZYArBKAtQS91UmRdYxSa4oKqwqztZo6aycNVtkHWNexW7U4rFZc1kHc1rfosO6g23offVbpA6z/QtD6LqPWzxK2HmTC2kXM+ipT1v8mYZV9gPVRFqzPsWy9yIp1J2vW+8lYXWxafwFWeQdYP4fS+hAq6w/Jtb6Gxvo/6Kx3UGD9FsVW2QdYf4/JegM11jIs1uM0WX+JzbpCi/XzOK3SB1i78Vhfp8v6N3qtegaszQSsw4Ss84xbZR9gLSdqbSdujTBtTTNrzSNptbBo7ZEAWiWA1gPoW5+gqPUspa3vUdG6F3Prw9S1nqKhVfYBrVext96Do7UVV+vzuFsv0dG6m+5WM32t0ge0xgi2Zhht1RFutTHRGiDWmmSqNYtEq+wDWk+y0HqO5dbLrLTewlprI5nWp9lsPQ/CVwhfKXyV8HOFrxG+TvgFwi8WfpnwTcKvEb5F+E3Ctwm/RfhO4Z8Qvkf4XcLvFf6A8APCDwl/XPgR4UeFHxf+tPBnhZ8U/qLwr1O3SQBt96Fvc1HU9ktK29JUtH0Bc1sDdW39NLTJPqDteuxtpTja2nC1vYC77a90tKnpbvsmfW3SB7TNEmzbwWjb/YTbjjPRFiHW9j5TbV8k0Sb7gLYBFtreZLntE6y0GVlrO0Gm7UU221ahTd4BbU0o255B1fYWuW070bSVoWtrp6DtVxS3yT6gTYOp7TA1bc9iabtAU5sCW9sDtLR9F2eb9AFta3jabqWr7e/pbRtkoO0igbYbCLWVM94m+4C2CaJtHxBv+xLTbUeYbTtNsm2OxbZPSgBeCcBbit57nCLvi5R6L1PhvRWz9wh13udo8Mo+wHsjdq8Jh9eLyxvD7d2gw6un2/sYfV7pA7x/JOjdw6j3IcLeU0x4p4l5rzHlLSbhlX2AN8yCN82yV82Kt5E17zNkvBfY9N4AXnkHeJ9E6Y2i8n5ErleHxnsUnTdIgfcdir2yD/BWY/L6qPG+jsV7lSbvvdi8x2jxjuP0Sh/gzcXjPUSXt49e73kGvDsIeI2EvO2Me2Uf4P2AqHc/ce8jTHsDzHrfJulVsuh9UALokQB67kff005RzwSlPR9S0XM75p6j1PX8lIYe2Qf0qLD3PISjpwdXzxu4e66jo6eU7p4T9PVIH9DznwR7tIz2fItwT5CJnkViPTcz1VNLokf2AT0zLPTAcs99rPQcZ63nV2R6PmCz5zbokXdAz09Q9ryDqucz5PYcRNPTja5nmoKebYp7ZB/Q04ap50Vqetaw9OynqedRbD3DtPT8AWeP9AE9NXh6nqKr57f09lxjoKeEQI+LUE+E8R7ZB/R8iWjPI8R7fsx0zwKzPTeR7KlmseeHEsCgBDBoRD94kqLBKKWDGSoG9ZgHW6kbPEPDoOwDBvdhH2zEMTiIazCJe1BJx6CZ7kEffYPSBwxeIzh4gNHB44QHzzEx+CGxQR1Tg3YSg7IPGEyxMLiX5cFDrAw+zdrgBTKDWWwOmmBQ3gGDr6EcvIpq0EDu4BNoBl9AN3iZgsH9FA/KPmAwiGnwEjWDe7AMPkzToB/b4HlaBnfiHJQ+YNCDZzBG1+AVegfvYWDwGIHBs4QG04wPyj5g8AjRwQDxwQWmB3czO3iQ5OApFgffkABCEkCoDH3oSYpC/0Zp6AoVoULMISd1oV/SEJJ9QOg27KGjOEIhXKEU7tDn6Qg10B16lr6Q9AGhTxMMVTMa6iYceoOJ0PXEQg8wFfoeiZDsA0J/YyF0L8uhf2Ql9AJroTUyIS2boWYIyTsg9CeUoVxUoW+SGxpEE5pHF9pFQaiG4pDsA0K/wxTaQU2oHEvIQ1PoFWyhj2kJFeEMSR8QiuAJfUBX6HZ6Q3YGQj8nEHqXUCiP8ZDsA0KniYbeJh66ienQQWZDPSRDCRZDn5AAwhJA+AH0YQ9F4VcpDV+lIlyMOXycuvBLNIRlHxC+G3v4GI5wGFf4Mu6wlo6wne7wCH1h6QPCaoLhI4yGhwmHLzERziEWPsRU+BkSYdkHhHexED7IcriXlfB51sI3kAmb2Az/AMLyDpC5oDJsRBV+ktxwDE34Y3RhAwVhF8Vh2QeEP8IU1lMTfhxL+CxN4fexhffTEj6KMyx9QPhdPOF9dIUP0xsOMBB+h0B4D6GwhfGw7APCc0TDSuLhaqbDp5gNJ0iGd7IYrpQAJiWAyXL0k16KJn9N6eQ1Kibvxzz5JHWTr9AwKfuAyRLsk+04JidxTV7BPVlEx6SL7skJ+ialD5gsIDjpZHQyQnjyQyYm7yQ2+ThTk78gMSn7gMnbWZh8jOXJMVYm06xNfonM5FE2J38Ok/IOmPwiyslHUE3+lNzJFJrJPHSThymY/DHFk7IPmPwcpskGaiZPY5lcoGlShW3SQsvkAM5J6QMmb8Iz+RBdkz+id/ICA5PZBCarCU32MD4p+4DJTxKdfJD45A+ZnnyD2clPkJysZHGyk/8PQwjDO+/e7/kAAAAASUVORK5CYII=', null, '986bf85ebbff472f94516bab01af7532', 1795262400000);
insert into username_history ("account_id", "username", "changed_at") values ('6a997089c21e46f89bb8534be1a5f2a8', 'Plain', 1795262400000);
insert into username_history ("account_id", "username", "changed_at") values ('b845bbfd64f445a08dc91908ac01a634', 'TwoFactors', 1795262400000);
insert into username_history ("account_id", "username", "changed_at") values ('57e16accad7243a8b3b19577243df03a', 'Suspended', 1795262400000);
insert into username_history ("account_id", "username", "changed_at") values ('eb5bccf03df6475b9b4dac4a18f8c373', 'Briefly', 1795262400000);
insert into username_history ("account_id", "username", "changed_at") values ('762e58b9055e42fe807f5d48d9bc57f6', 'Before', 1795262400000);
insert into username_history ("account_id", "username", "changed_at") values ('762e58b9055e42fe807f5d48d9bc57f6', 'After', 1795262400000);
insert into username_history ("account_id", "username", "changed_at") values ('d8c96f55095842bf906abbd866c9667e', 'NoMail', 1795262400000);
insert into username_history ("account_id", "username", "changed_at") values ('11ce90e7d12c43068af0271e8490da00', 'Chief', 1795262400000);
insert into username_history ("account_id", "username", "changed_at") values ('986bf85ebbff472f94516bab01af7532', 'Dressed', 1795262400000);
insert into username_history ("account_id", "username", "changed_at") values ('e4787e87884d4a95908f980fe6413bac', 'Leaving', 1795262400000);
insert into oauth_client ("client_id", "name", "secret_digest", "redirect_uris", "id_token_alg", "created_at") values ('launchers', 'Launcher', null, '[]', 'RS256', 0);
insert into oauth_client ("client_id", "name", "secret_digest", "redirect_uris", "id_token_alg", "created_at") values ('2dab23ffde234fcdaee9315976fac372', 'A web site', '0d9f7bb8c95fb9bbc807b658545e1a8b646808846cb24eeea01d6202a6bb7958', '["https://app.example.test/back"]', 'RS256', 1795262400000);
insert into oauth_grant ("id", "account_id", "client_id", "credentials_version", "scope", "created_at", "expires_at") values ('61b305dc257f45d49b2c922cb4964ed9', '6a997089c21e46f89bb8534be1a5f2a8', '2dab23ffde234fcdaee9315976fac372', 0, 'openid offline_access', 1795262400000, null);
insert into oauth_grant ("id", "account_id", "client_id", "credentials_version", "scope", "created_at", "expires_at") values ('fb7162c8b1fc49d8a4c4e24e1775e4dd', '6a997089c21e46f89bb8534be1a5f2a8', 'launchers', 0, 'openid offline_access game_server_session', 1795262400000, 1803038400000);
insert into oauth_artifact ("digest", "kind", "client_id", "account_id", "grant_id", "user_code_digest", "payload", "issued_at", "expires_at", "consumed_at") values ('d109604efe5ae786cdd91f3d7103af93ac71689059fba0f54368aeb99290c3ec', 'AuthorizationCode', '2dab23ffde234fcdaee9315976fac372', '6a997089c21e46f89bb8534be1a5f2a8', '61b305dc257f45d49b2c922cb4964ed9', null, '{"codeChallenge":"ZtNPunH49FD35FWYhT5Tv8I7vRKQJ8uxMaL0_9eHjNA","codeChallengeMethod":"S256","redirectUri":"https://app.example.test/back","scope":"openid offline_access","sessionUid":"91d8598b5e4010cc6363f3b5e31b5d8d997df330bcc0f93b9ebfe84163e241a3","authTime":1795262400}', 1795262400000, 1795262460000, 1795262400000);
insert into oauth_artifact ("digest", "kind", "client_id", "account_id", "grant_id", "user_code_digest", "payload", "issued_at", "expires_at", "consumed_at") values ('7acf607f191f412d2e539f5db92fdbf8d799cbf3477a7d8e75997625627c1c2e', 'RefreshToken', '2dab23ffde234fcdaee9315976fac372', '6a997089c21e46f89bb8534be1a5f2a8', '61b305dc257f45d49b2c922cb4964ed9', null, '{"gty":"authorization_code","rotations":0,"scope":"openid offline_access","sessionUid":"91d8598b5e4010cc6363f3b5e31b5d8d997df330bcc0f93b9ebfe84163e241a3","iiat":1795422115,"authTime":1795262400}', 1795262400000, 1803038400000, null);
insert into oauth_artifact ("digest", "kind", "client_id", "account_id", "grant_id", "user_code_digest", "payload", "issued_at", "expires_at", "consumed_at") values ('3b23dc101a6bd8f643b4f36e7a70f510c8e54a9960656e5b5067f848592028b9', 'DeviceCode', 'launchers', '6a997089c21e46f89bb8534be1a5f2a8', 'fb7162c8b1fc49d8a4c4e24e1775e4dd', null, '{"deviceInfo":{"ip":"127.0.0.1","ua":"node"},"params":{"client_id":"launchers","scope":"openid offline_access game_server_session"},"accountId":"6a997089c21e46f89bb8534be1a5f2a8","grantId":"fb7162c8b1fc49d8a4c4e24e1775e4dd","scope":"openid offline_access game_server_session","authTime":1795262400}', 1795262400000, 1795263300000, 1795262400000);
insert into oauth_artifact ("digest", "kind", "client_id", "account_id", "grant_id", "user_code_digest", "payload", "issued_at", "expires_at", "consumed_at") values ('a0d0afe985cc1f8f8fbd8696e9ff666d4a4d005170e2d80000257c962ba1c4cb', 'RefreshToken', 'launchers', '6a997089c21e46f89bb8534be1a5f2a8', 'fb7162c8b1fc49d8a4c4e24e1775e4dd', null, '{"gty":"device_code","rotations":0,"scope":"openid offline_access game_server_session","iiat":1795422115,"authTime":1795262400}', 1795262400000, 1803038400000, null);
insert into credential ("digest", "kind", "account_id", "credentials_version", "rights", "client", "issued_at", "expires_at", "user_agent", "address", "first_used_at", "last_used_at", "grant_id", "scope") values ('a15fc98c0a4166d51f54e96621178dc8ac4f5f031f19e8f3c3d6e81110c4d695', 'launcher', '6a997089c21e46f89bb8534be1a5f2a8', 0, 'join', '"launcher"', 1795262400000, 1797854400000, 'node', '127.0.0.1', 1795262400000, 1795262400000, null, null);
insert into credential ("digest", "kind", "account_id", "credentials_version", "rights", "client", "issued_at", "expires_at", "user_agent", "address", "first_used_at", "last_used_at", "grant_id", "scope") values ('a64eb88586aaf20fc6d7ded2162a9a8940aca6ea0f880f843585d2d61748dc6f', 'web', '986bf85ebbff472f94516bab01af7532', 0, '', '', 1795262400000, 1797854400000, 'node', '127.0.0.1', 1795262400000, 1795262400000, null, null);
insert into credential ("digest", "kind", "account_id", "credentials_version", "rights", "client", "issued_at", "expires_at", "user_agent", "address", "first_used_at", "last_used_at", "grant_id", "scope") values ('91d8598b5e4010cc6363f3b5e31b5d8d997df330bcc0f93b9ebfe84163e241a3', 'web', '6a997089c21e46f89bb8534be1a5f2a8', 0, '', '', 1795262400000, 1797854400000, 'node', '127.0.0.1', 1795262400000, 1795262400000, null, null);
insert into credential ("digest", "kind", "account_id", "credentials_version", "rights", "client", "issued_at", "expires_at", "user_agent", "address", "first_used_at", "last_used_at", "grant_id", "scope") values ('3b96a8a03b31ea05a2657eba28c5d680e85fb0530c360b9d695bae093018e70f', 'oauth', '6a997089c21e46f89bb8534be1a5f2a8', 0, '', '2dab23ffde234fcdaee9315976fac372', 1795262400000, 1795348800000, null, null, null, null, '61b305dc257f45d49b2c922cb4964ed9', 'openid offline_access');
insert into credential ("digest", "kind", "account_id", "credentials_version", "rights", "client", "issued_at", "expires_at", "user_agent", "address", "first_used_at", "last_used_at", "grant_id", "scope") values ('c2afd08183e0f8e368b9780363456a1d1969c4c1fc55794c8ddd5591214ff1e0', 'oauth', '6a997089c21e46f89bb8534be1a5f2a8', 0, 'join', 'launchers', 1795262400000, 1795348800000, null, null, null, null, 'fb7162c8b1fc49d8a4c4e24e1775e4dd', 'openid offline_access game_server_session');
insert into pending_join ("account_id", "server_id_digest", "address", "credentials_version", "expires_at") values ('6a997089c21e46f89bb8534be1a5f2a8', 'b9c96357c755e9319a5d0c7f471569588f55e7a08c6504b4145fde0ac5f992f6', '127.0.0.1', 0, 1795262520000);
insert into guess ("key", "full_at") values ('addresses:6a997089c21e46f89bb8534be1a5f2a8', 1795266000000);
insert into guess ("key", "full_at") values ('known:127.0.0.1:6a997089c21e46f89bb8534be1a5f2a8:0', 1797854400000);
insert into guess ("key", "full_at") values ('addresses:986bf85ebbff472f94516bab01af7532', 1795266000000);
insert into guess ("key", "full_at") values ('known:127.0.0.1:986bf85ebbff472f94516bab01af7532:0', 1797854400000);
insert into guess ("key", "full_at") values ('upload:986bf85ebbff472f94516bab01af7532', 1795262460000);
insert into guess ("key", "full_at") values ('addresses:e4787e87884d4a95908f980fe6413bac', 1795266000000);
insert into guess ("key", "full_at") values ('known:127.0.0.1:e4787e87884d4a95908f980fe6413bac:0', 1797854400000);
insert into guess ("key", "full_at") values ('device:127.0.0.1', 1795262460000);
insert into lookup_client ("network", "full_at", "banned_at", "ends_at", "ban_length", "forgotten_at") values ('192.0.2.99', 1795262400000, 1795262400000, null, 0, null);
insert into signing_key ("kid", "use", "generation", "private_key", "public_key", "created_at", "signs_from", "published_until", "revoked_at") values ('sBpliUZdAOO3Wb7iFmsZBTRyFeYU5mM2m90vBTukAAQ', 'tokens', 1, 'enc:v1:9a9BiNLB1elJTKBfaYalR9KtYPkyfwMZVLfFda_wF4TdmLZc7sBUKcD-x2UCTloJQmVQK9y2ylc_m6NIUuJpM9DCssATc-xaKaeRKmEz5iBLl0RzUsr9RRv_6IUvEpBo4hhmjVIWuwi3YYHshQdabSt7rp3vrcuXa92lBtwn0XAfoT0HWe5m7T-tECYJOrwK0CtV5_8Ck3AHYEQd0oZvhRaJp2pF85npnTd7teNLWZvIM0FZGFZxrGvqcC_LsUITjZc-sD754wmi-LkyMXVtdKXXapfVjMCoHDFkheXtRn2WR8bKcVc7ngojKdGuqzmKCC432oRi1ksd1oEs0FpNuNFQAZFFe5CBTES95uM', '-----BEGIN PUBLIC KEY-----
MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE+vtNaImN+6e9SOhWOXw6cow/2spw
3vI5vux4NHD9HUkIAJMc/MGIg8jnQb7CsKAB4blVdW5bv+RumvkB8KaZ8w==
-----END PUBLIC KEY-----
', 1795262400000, 1795262400000, null, null);
insert into signing_key ("kid", "use", "generation", "private_key", "public_key", "created_at", "signs_from", "published_until", "revoked_at") values ('rv5ndPScyv6aZp2OsuZ7PJK6g61lcHkC54tUDO_36BU', 'textures', 1, 'enc:v1:ffJC2Myx9tLfdMOK951-OMQgKQhNQaj8eslBdPPjvnNc8rC8iW0cMwEtgu9ttG-KFRrbhg36EJ-5VEo3zQiCn6vXzEeIpdUykXJ6Yejk06YPAlAh2soyJyQ0uTIxr2k5-rbZXRGyDkzk7DBgeUGav6WUiqqmDcZO08SeZz4pQqSuXTczHdfIcAjywiEa65JjGEAkZxv3cmddMLF4a0ceJXdmBv530xubAP88iSHqwPNZqqYPwW88zp71bl6wMutqBOTkOInRHp8e5fGF91kWPaCpbiNQ5rM_UNJQ1GviAoRpWomj1t-MYMLYaOYd7uYhvSkzFn7T0c3X2igEvlBw6VP9GSseM_Sr4naOnrX-F8U1wqhgXqF-uxeNnr4Mxf36Rcy7fwuarf8J07auy9IIGXxb5HqUHPQKw-Lmc_qQu2Zxj4v6CqHE1I9lfbkRCGRxCmpcrJhFTosLvQVTkz8zngM741GnoJ76qvRI8y9msej3GrTY4MybAZABdetX_lwQ8m5JdcgbwQH-zZS8SSUqQUmRoWRBwKsD1Z9Kyi424jLjPvZMd0bQ58Ms3O-z7cJ_TcdqbmMzlCwVXs2w0VEUcBM4B5gEu31SrWGzh-NGnfaiQg0WF_MqTgOd9cEhKY7A2ABSwPbEKDKFEBayiBRSDbOlk0T8PMMYtB46NTe8w6JyZWmjtqfkZXDIpBfUsWVI_Xy7mCspvk3dB3E5gdIFPByRhvKvZN-6KGLs4F6wmjKN76g9bA1Q3PiG_XuUqc3A0GfuhtZ116NjRvMOnPHN1xcsIVK3S8mHTxXy-tzcrsGcONvFk7TlGZFPZ_SsfcRmZKIkL4YlpjhUBYUQ7CMZ8mOE6iRM6CRTPwpHhY6UjhI-SJkiUyu6CLQ8BGnJcBOx5M6lPnQ-b48C9vcJPPefgu6LoNym5paLyNJddhofWmnsIprcRd9DqzqUzagPdnxwRN-2NnDXT_dwYhwvHtMWKHFovxCrkPsNhEBLSWxZfCjD9PDwejOrHZjCIFvwn8a1Q0PkIUIpFNm9u5u9McRsmFhjHxvcHv7lB1AVQUZyFI22J4fKKDjz-ICInD7dPFRLJWxWrI1SGigoK_Yk6FM805-4nPKMqFL_m4LokKkbqqOI09IIiHLSiBrUtsxgdMuuo0-j7es8A7eD2LfrU2leUT-i-yxlRdC41QNiGtjEs9j0jYcH0IFMZpiviflNu1edi7coKGDYyOXzs976vGS3XT_jLAOVM9btL8xiclQ2W-brrvoWP0r5rWkuwDPL6_bVAnVSPIOHOk270EQsb9x5XVdA8uJopEC126ek_4L6UDGUq0eCYYHNRO-JMWTQUYgFkKgFbMD7buWW9SzIyZ-c7QxTjxxxuRIb6hltIfd-knEu4XrpyJz2eVFRFEQ8KwTa1sKKOEqz9BliMxg0xhQJuFh5FDwgQRGqBrvK4Tu9LDaRf2RbsjVuHdKMlYnCTOIANs-oRrkCUOrRLYQikIKxJ_VRSa4zPP1-GZmEXNcFdNUDcBvgAng42KoKRy4S_6vL3vcAyaZmJ-hFv4jYISCsV-9fuAHXo6z-DX9tDep7LzAQN4BGNtn7jm21zwfAHdcifnWFtwFiwS2bGCziRKpYfDRw15cQhLJApcZsUDjIJN3Rw4Sb8OO6inQU0_ZRtCj1DZMebjNvsab9QcSwhf2O7amWwU-e82MK9Y-bIG-CQoeHQV6HowIa9u9-6dwlfw8wPdu-EdUBCRinztMziu_52mNeyruUSLNJf40i4jvMN87W1qM7o6NhTF5qnyB0235K0HqVYH5mB6QDFtVrTqwcxdptBnIcijdkGTy17nGtCt4TeoW0z4K5pHuguEY-F9Eon6yJB-CO0VO1x-LLGDfkweSxwqkNOFjFw93U31F2zaE03UI8wnX-0Pxs21VXgfzGGMgsYUKez2qHMyFAz-bh2rJn6LSYOOx_rNTst67h0ylhEFF9-_KeRuJyGLTwyJYAoCyXYvb_dsYAdsmCRamsvswWdfRJmjl3c2ihatiyUuqX3sqa08AOjUUJjIaeloNGkEEzqqxSfgwQIrjJRZmU-o4mK-Q-2jJNHX6iwusKg624yD8zKpMu6oLtGCaCbXF9AnIbDjiAO-Gb5EvDl9xeLccEEvfP_0qLR7nbLQOU6cSz95wf5i1s58_4wcpgrqf7grhcQAwIb-86ydTShxFHqMRkg1l9ejREAYodi2mPFPQ-IzXl-RKrPn21VknR-Uxd4mMqwfXYX453hp6avx3zqxzA6UC-ysTUYYYgvlp20CVKvxZrH0hve1eU8UQJBQKMCXZQLQ', '-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA2f2akxxXz9MPb7rRx0Jj
dxdD/eKYNru+2BeqAyr65yPub6HtXBysnHXfqbWon0yjLRHwsjXR1jvNUGLkhbgf
eGXyuBWp525G6/zqHkcuKwzrizbrEBzS4+TKbbgnE5ZFZpTCWGN2X1qEg6Xih6Dj
8JIVZOdVlOcZnwhwvIbz+cR+eD4WXY2NsZBO4cQIGlU4DMxdt+SY3JDCrdP10kcR
MEKaNNp7R/9irYaKlFAK58LcT2LR4CGJXQSrGr6S5KORgWxtYMu2VloF6p9oAiVa
896s/bdNYW0BSLqVGB4umZQolQpk8RFGqQdsPcMdvPNrNVjiff9eZnaEv5u12srS
wQIDAQAB
-----END PUBLIC KEY-----
', 1795262400001, 1795262400001, null, null);
insert into signing_key ("kid", "use", "generation", "private_key", "public_key", "created_at", "signs_from", "published_until", "revoked_at") values ('-TThk_xZsXCT9Jh8cNoWfFwIgoCj9uIXJVWv6o85Qtk', 'oauth', 1, 'enc:v1:EGjkO6gkdXunz99St_18SirYQVj9lne8wBJC33qoMcZm2l3tRoQwU6Y7NkT2foS3Eirry3lpAbFBBDm9EBQKv51J1jbQTwn3tbu1uzcX1-WiNe7ZWNCrz0A3dBBL9AFqGJXlA77XlZanhJ1vPwB2de82Zqm1rLnCsG0qHrq3DD2eEKx4N3EypRSEpoooYzd9wtd67iEcdJu4nhWdFkCSEW1vQHTo5c6JwNs-DvZnZkRCax5QDDWMnvo3MxjK_oV4AcnI8Msee4xQ-DmDJShtWTDa0OLqWj4QfJGMNhOtEIF-CFs7og3MDwL4iJVBhgE48aGEMV89vkbW-xvGf_vcfuoKo-dxEUjlZtyfoqJ5lHqIgqFhCnYkufp4Z6SPKxbKkkLYJGs8P14TPAJGfIcnhrmXEgASaf8i7pbG6bx2WSvqdclsHydAwdg2NYFEsqVArTp97L9rcOKP9urCSmnb_q44Zm__Nj2wG_26JUu_MhrOeI9GEh0iUWvCjS1Gd_jUqfqqjW19LxpWMYxeJCAcNQHpzQRE5HjPXvsWRZKmdPtGB9mL-02QG3Pq0MFJJ2cEnLHpjmgMKYTZRd6gG3RD4duTBUFKWuLvZQMY2JpZjP9UbF4xsVmgcAfyJ_cUIauC5yH42NmVF0D5qY5H_6YUm5tRUiolhAHCKPvE-fstJCb3e-GF9m7suwHt_w3eRlGWL_aoeSYHxb2mdyCmOFdBDkl6AnadFcbX7kXPX4RLCsqEG1rB3_s2WAdoLFAFoQpV9bOK9SzysqLjIukgyqCnPkBfDj0yC1H9aebIlvdvvvzwTwX9WEgL8BXoESL3axbdFLWy4r2P7zgJDOlsiBivpE4AoxF8Xmle6k3mx2YiwhCN7btM4hDQc-yitkcvK-IzDJkPaAdtHft5tem_FXyPW-nN_M4wQ5SX6VzI5Y6NANHL_kugPdyy5jrE4VfxAGW_k1_4j-hl3wvNbSqKPAWNY9drcKIO76RimIvnaXRvZmyiWvaGoRiFrRmf69GR8LCtYI3Plpxm8QrqmHlf0uR6LLjM27RSAeRoOpjEt6mTtTGK1b5OWIWDrZJ91qLlWEHUmcK97Yl5lZ63IoWixBmg2O-q12CFrOdXZt_jjW0px7VhRH-937RwSQxdUI1ETdBCCdgh9_TvK3uTtZKOyRg3fr377xge0tXnaAyJuTXPrvCSBu30hM4uU8XyfB1oIZTOuA6TrDOpImeN9CN3gpAPsBWyL6KRn_b-i2NaFt7p3E9KRtksrcyHwjXDYeg_jjUx1XMuWdscEIsvmuK0vNK_2NUV1o8YT9jhnwNM-nfUUFkine4I_62ObFZ8OrBrGaO1lmmgaI4NFR4Xui4UbLKAcpscyhCAWfdF-q1XreXinHD_RijHYpE-LQ5W-iCRs3M95PETTSaVrig2fA7nKFnGGdq4NpK2TXhR1A6Eqn3ujUgOnS8AjS8RqStwwklrH5B64JcDBr7IRGenrzwV_gR0XG5SIiv1XwxCr6AD_mCqu1DlXpY5CDBMB9j_-6UNf0IraFoAsywJB_mHdG9DtrXU26CczpyKRxdL-vngdjbco-PuD3zMBzUrB9kxilJGhGPx0T6fmzIgxWDZK7zIgqp71XmAqd9icjYkW63bHx_iej1mJPQFe_CTdtjtUDOXPHmY6mw3gAdG_n5IekuVEXYVLmgJZbyrcmY9vAkhFjZizC6QUFZ6eoKTcj8pljurROCh73XjwVozDf5MEOiF9Xh84hSm2bAlnKqLfEUZRsUQ2PwCTXQCOCSDtnRlG8Vb6vxqvxKWi8_BX8pEB9DHcflXc59eGPTQXuGnsGEM1RghS_S37Og_14EinaewDw7P8zjbiLLmsLRczLkc1VDWCM8c94xyNTJjlcaGWf5Pu6Bqn3l7vw73N44UCQzCru2Zhz9VMmfQJ96sLkIgGUroMhh7CChGbUvDxVFygszsy8_YkzINAeQ3c5_lPals_fLNI4GCPLyhdKWvb4arJIVLBGCFpXlwLuKsBwv6Vbox90BQ8SNj7BG3yu50jUHYsUd79tkyqL6GwpEGmctj1MeQ7egsFqnyF-4OC85zeQ7DHjdPsIa-Mf0S-toc_ywjxZV0ElEp2wcb-vOelRwOXSg74aQCMVrOJmECBYBHAg-vu5RryXFxhwGBKUf84fUcRwJNy7YRyaf1ENNJ1L47CGYTrD1fZFz2y4c9Hnm6H2PJYEj7xRlP14vrxYOOxrcFej-lYw8K8reAjtWOuAhHRFPzzh8to_rMQ1AdplJ-nBn2HC4hqa7aOyEoBE1OQp74ToHt8R3xmNT8-LLDxk4', '-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAioze+R3INY4FWTlrs0b7
EpaNZY0NHJ2wznNVwHXGnVledt2S/YjGCOwVk4HnZaCmnVJ8aaqXU2gqsx65Hcuq
p/NJuontNea8CpwVN40xrB0XD9AlroUfxHfUcWSExMDkSacjna3LhlYZ4dwN3pVe
Shk6A32A/utPnQ98WirGenHmPS0VTYx77VGZYV69vv5e8oKti1xieFIui82DXaUN
HoJUnrtWV7YKKeFNStrK5pOIo89P7P5RsiSxcL901zROG8+LqvXk8YOMWhB3bQkr
17fNoJCINrtyFeQScF325fkdE3wwZb/IRpwX+s5Y9UZ4Sx64/T2Z0Gbia6UOyEIs
qQIDAQAB
-----END PUBLIC KEY-----
', 1795262400002, 1795262400002, null, null);
insert into encryption ("id", "salt", "check_value", "created_at", "erased_at") values ('secrets', 'kBzFDlSjQ0TwBmNj8uCgtA', 'enc:v1:9cN6xgR8vJ-I6GzubbisZfgAiPwtOyQSzmSk7fXxBR4', 1795262400000, null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa46007444b9f8053870db4147', 1795262400000, 'api_token.created', null, 'cli', null, 'operator', null, '{"id":"f997ade1b38a48c6b207854ec5cca5e4","name":"bot"}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa46007e6b88a9cfa712945423', 1795262400000, 'account.created', '6a997089c21e46f89bb8534be1a5f2a8', 'cli', null, 'operator', null, '{"username":"Plain"}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa460072b0a019651471831593', 1795262400000, 'token.issued', '6a997089c21e46f89bb8534be1a5f2a8', 'account', '6a997089c21e46f89bb8534be1a5f2a8', 'Plain', '127.0.0.1', '{}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa4600787296a23e103235c2b4', 1795262400000, 'account.created', 'b845bbfd64f445a08dc91908ac01a634', 'cli', null, 'operator', null, '{"username":"TwoFactors"}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa4600713b9ff198dfbce37e8f', 1795262400000, 'second_factor.enabled', 'b845bbfd64f445a08dc91908ac01a634', 'cli', null, 'operator', null, '{}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa46007535bd41b3d52eb9899a', 1795262400000, 'account.created', '57e16accad7243a8b3b19577243df03a', 'cli', null, 'operator', null, '{"username":"Suspended"}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa46007a06944434e0d13422f9', 1795262400000, 'account.suspended', '57e16accad7243a8b3b19577243df03a', 'api', 'f997ade1b38a48c6b207854ec5cca5e4', 'bot', '127.0.0.1', '{"reason":"griefing","until":null}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa46007ac5a139236c2cd19fca', 1795262400000, 'account.created', 'eb5bccf03df6475b9b4dac4a18f8c373', 'cli', null, 'operator', null, '{"username":"Briefly"}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa46007354931f6591abd9f519', 1795262400000, 'account.suspended', 'eb5bccf03df6475b9b4dac4a18f8c373', 'api', 'f997ade1b38a48c6b207854ec5cca5e4', 'bot', '127.0.0.1', '{"reason":null,"until":"2026-12-21T12:00:00.000Z"}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa4600788985aa8912ea422518', 1795262400000, 'account.created', '762e58b9055e42fe807f5d48d9bc57f6', 'cli', null, 'operator', null, '{"username":"Before"}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa46007fc68ada9e15b0215ed8', 1795262400000, 'account.renamed', '762e58b9055e42fe807f5d48d9bc57f6', 'api', 'f997ade1b38a48c6b207854ec5cca5e4', 'bot', '127.0.0.1', '{"from":"Before","to":"After"}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa460070778ccb0f74fe511afb', 1795262400000, 'account.created', 'd8c96f55095842bf906abbd866c9667e', 'api', 'f997ade1b38a48c6b207854ec5cca5e4', 'bot', '127.0.0.1', '{"username":"NoMail"}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa460073da813cd7f490653f68', 1795262400000, 'account.created', '11ce90e7d12c43068af0271e8490da00', 'cli', null, 'operator', null, '{"username":"Chief"}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa46007765ad8464aa8ea343df', 1795262400000, 'account.granted', '11ce90e7d12c43068af0271e8490da00', 'api', 'f997ade1b38a48c6b207854ec5cca5e4', 'bot', '127.0.0.1', '{"role":"admin"}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa460076078df5878e9da06964', 1795262400000, 'account.created', '986bf85ebbff472f94516bab01af7532', 'cli', null, 'operator', null, '{"username":"Dressed"}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa4600726aaaed6f48bcebc46b', 1795262400000, 'session.started', '986bf85ebbff472f94516bab01af7532', 'account', '986bf85ebbff472f94516bab01af7532', 'Dressed', '127.0.0.1', '{}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa46007d078fb66edd54926f6e', 1795262400000, 'texture.set', '986bf85ebbff472f94516bab01af7532', 'account', '986bf85ebbff472f94516bab01af7532', 'Dressed', '127.0.0.1', '{"texture":"skin","hash":"780551c3882fa122a07468c82f53ad7ee818477db5ff5a48612c8da1e98a7f6e"}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa46007c38afef0137a5008335', 1795262400000, 'account.created', 'e4787e87884d4a95908f980fe6413bac', 'cli', null, 'operator', null, '{"username":"Leaving"}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa46007ab582338ab8b4d27b45', 1795262400000, 'session.started', 'e4787e87884d4a95908f980fe6413bac', 'account', 'e4787e87884d4a95908f980fe6413bac', 'Leaving', '127.0.0.1', '{}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa46007e44bbe72ad1354c108a', 1795262400000, 'account.deletion_requested', 'e4787e87884d4a95908f980fe6413bac', 'account', 'e4787e87884d4a95908f980fe6413bac', 'Leaving', '127.0.0.1', '{"at":"2026-11-28T12:00:00.000Z"}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa460075a2b35e3f355ebca381', 1795262400000, 'client.created', null, 'cli', null, 'operator', null, '{"id":"2dab23ffde234fcdaee9315976fac372","name":"A web site"}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa46007ad2b1e915c0206ecde9', 1795262400000, 'session.started', '6a997089c21e46f89bb8534be1a5f2a8', 'account', '6a997089c21e46f89bb8534be1a5f2a8', 'Plain', '127.0.0.1', '{}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa46007c43b7abb1a19de382d1', 1795262400000, 'grant.given', '6a997089c21e46f89bb8534be1a5f2a8', 'account', '6a997089c21e46f89bb8534be1a5f2a8', 'Plain', '127.0.0.1', '{"client":"2dab23ffde234fcdaee9315976fac372","scope":"openid offline_access"}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa46007ea7a1c0377f44f83dbf', 1795262400000, 'grant.given', '6a997089c21e46f89bb8534be1a5f2a8', 'account', '6a997089c21e46f89bb8534be1a5f2a8', 'Plain', '192.0.2.7', '{"client":"launchers","scope":"openid offline_access game_server_session"}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa46007dd89a5946e819341ad4', 1795262400000, 'invite.created', null, 'api', 'f997ade1b38a48c6b207854ec5cca5e4', 'bot', '127.0.0.1', '{"id":"509bd3bc5ef743b7a01bd9f70cf61947"}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa46007cbbaaa334c58b27d3c6', 1795262400000, 'ban.added', null, 'api', 'f997ade1b38a48c6b207854ec5cca5e4', 'bot', '127.0.0.1', '{"network":"192.0.2.99","until":null}', null);
insert into audit_entry ("id", "at", "event", "account_id", "actor_kind", "actor_id", "actor_name", "address", "details", "seal") values ('01a1fdfa46007c689aca862af0940587', 1795262400000, 'webhook.created', null, 'api', 'f997ade1b38a48c6b207854ec5cca5e4', 'bot', '127.0.0.1', '{"id":"0ae00294bbde4af599017c152663a38d","origin":"https://bot.example.test"}', null);
insert into mail ("id", "kind", "recipient", "language", "content", "token", "created_at", "due_at", "tries", "expires_at") values ('0a657099f8c64a668dab95bcb78ed09e', 'notice', 'TwoFactors@example.test', 'en', '{"kind":"notice","username":"TwoFactors","notice":{"about":"second_factor_enabled"}}', null, 1795262400000, 1795262400000, 0, 1795521600000);
insert into mail ("id", "kind", "recipient", "language", "content", "token", "created_at", "due_at", "tries", "expires_at") values ('10bb9eb148ab4fbda97586aebdd79d88', 'notice', 'Suspended@example.test', 'en', '{"kind":"notice","username":"Suspended","notice":{"about":"suspended","reason":"griefing"}}', null, 1795262400000, 1795262400000, 0, 1795521600000);
insert into mail ("id", "kind", "recipient", "language", "content", "token", "created_at", "due_at", "tries", "expires_at") values ('f67336c271da4be6affe7592fc5716a7', 'notice', 'Briefly@example.test', 'en', '{"kind":"notice","username":"Briefly","notice":{"about":"suspended","until":1797854400000}}', null, 1795262400000, 1795262400000, 0, 1795521600000);
insert into mail ("id", "kind", "recipient", "language", "content", "token", "created_at", "due_at", "tries", "expires_at") values ('a9ae07238f544b65aa9c206318a8ad50', 'notice', 'Leaving@example.test', 'en', '{"kind":"notice","username":"Leaving","notice":{"about":"deletion_requested","at":1795867200000}}', null, 1795262400000, 1795262400000, 0, 1795521600000);
insert into invite ("id", "code", "uses", "created_at", "expires_at") values ('509bd3bc5ef743b7a01bd9f70cf61947', '939b5e4306b3105ce9', 3, 1795262400000, null);
insert into webhook ("id", "url", "secret", "events", "format", "created_at", "fed_seal", "leased_until", "off_at") values ('0ae00294bbde4af599017c152663a38d', 'enc:v1:DE6AJidwSX1EvXP1Ws07ej1WnU_bBvqF567K7LG_ukZelWEC4C_jJr4mwwaZArPwfnZBkv2ew66R', 'enc:v1:AwbR5f-PRHDfGUJ1VEVr82YiRPIsUUCoyKQM_axwpRjpGqEctQAuGe7wdIiB18BbJSt5tKDVxrRJklgn6-7h0eFQOV3b5SeDe1QzaQO7', '["account.*"]', 'standard', 1795262400000, 0, 0, null);
insert into api_token ("id", "digest", "name", "access", "created_at", "expires_at", "last_used_at") values ('f997ade1b38a48c6b207854ec5cca5e4', 'ff752d4d486c70cd9f6744ae71a12f82bfc2ffff4bd055d247870a2845099ca1', 'bot', 'write', 1795262400000, null, 1795262400000);
insert into attempt ("subject", "step", "refused_at", "at", "reason", "detail", "network", "address") values ('6a997089c21e46f89bb8534be1a5f2a8', 'authenticate', 0, 1795262400000, null, null, '', '127.0.0.1');
insert into attempt ("subject", "step", "refused_at", "at", "reason", "detail", "network", "address") values ('6a997089c21e46f89bb8534be1a5f2a8', 'join', 0, 1795262400000, null, null, '', '127.0.0.1');
insert into attempt ("subject", "step", "refused_at", "at", "reason", "detail", "network", "address") values ('6a997089c21e46f89bb8534be1a5f2a8', 'web', 0, 1795262400000, null, null, '', '127.0.0.1');
insert into attempt ("subject", "step", "refused_at", "at", "reason", "detail", "network", "address") values ('986bf85ebbff472f94516bab01af7532', 'web', 0, 1795262400000, null, null, '', '127.0.0.1');
insert into attempt ("subject", "step", "refused_at", "at", "reason", "detail", "network", "address") values ('e4787e87884d4a95908f980fe6413bac', 'web', 0, 1795262400000, null, null, '', '127.0.0.1');
insert into attempt ("subject", "step", "refused_at", "at", "reason", "detail", "network", "address") values ('6a997089c21e46f89bb8534be1a5f2a8', 'oauth', 0, 1795262400000, null, null, '', '127.0.0.1');
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
alter table registration add constraint registration_pkey PRIMARY KEY (digest);
alter table registration add constraint registration_username_folded_key UNIQUE (username_folded);
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
CREATE INDEX registration_by_email ON public.registration USING btree (email_folded);
CREATE INDEX registration_by_invite ON public.registration USING btree (invite_id);
CREATE INDEX registration_by_expiry ON public.registration USING btree (expires_at);
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
CREATE INDEX account_by_id_with_text ON public.account USING btree (id) INCLUDE (username_folded, email_folded);
CREATE INDEX account_by_part ON public.account USING gin (translate(username_folded, '_.@-+'::text, '00000'::text) gin_trgm_ops, translate(email_folded, '_.@-+'::text, '00000'::text) gin_trgm_ops);
CREATE INDEX account_by_deletion ON public.account USING btree (deletes_at) WHERE (deletes_at IS NOT NULL);
