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
  email text not null,
  email_folded text not null,
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
  created_at bigint not null
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
  published_until bigint
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
  unworn_since bigint
);
insert into kysely_migration ("name", "timestamp") values ('0001-engine', '2026-11-21T15:37:26.263Z');
insert into kysely_migration ("name", "timestamp") values ('0002-lookup-clients', '2026-11-21T15:37:26.266Z');
insert into kysely_migration ("name", "timestamp") values ('0003-textures', '2026-11-21T15:37:26.269Z');
insert into kysely_migration ("name", "timestamp") values ('0004-signing-key-revision', '2026-11-21T15:37:26.270Z');
insert into kysely_migration_lock ("id", "is_locked") values ('migration_lock', 0);
insert into account ("id", "username", "username_folded", "email", "email_folded", "password_hash", "credentials_version", "language", "totp_secret", "skin_hash", "skin_model", "cape_hash", "suspended_at", "suspended_until", "suspension_reason", "created_at") values ('00000000000000000000000000000000', 'Player_0', 'player_0', 'Zoë+0@example.test', 'zoë+0@example.test', '$argon2id$v=19$m=1024,t=1,p=1$c2FsdHNhbHQ$aGFzaA', 0, 'pt-BR', 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'slim', null, null, null, null, 1700000000000);
insert into account ("id", "username", "username_folded", "email", "email_folded", "password_hash", "credentials_version", "language", "totp_secret", "skin_hash", "skin_model", "cape_hash", "suspended_at", "suspended_until", "suspension_reason", "created_at") values ('00000000000000000000000000000001', 'Player_1', 'player_1', 'Zoë+1@example.test', 'zoë+1@example.test', '$argon2id$v=19$m=1024,t=1,p=1$c2FsdHNhbHQ$aGFzaA', 1, 'pt-BR', null, null, null, null, null, null, null, 1700000000001);
insert into account ("id", "username", "username_folded", "email", "email_folded", "password_hash", "credentials_version", "language", "totp_secret", "skin_hash", "skin_model", "cape_hash", "suspended_at", "suspended_until", "suspension_reason", "created_at") values ('00000000000000000000000000000002', 'Player_2', 'player_2', 'Zoë+2@example.test', 'zoë+2@example.test', '$argon2id$v=19$m=1024,t=1,p=1$c2FsdHNhbHQ$aGFzaA', 2, 'pt-BR', 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'slim', null, null, null, null, 1700000000002);
insert into account ("id", "username", "username_folded", "email", "email_folded", "password_hash", "credentials_version", "language", "totp_secret", "skin_hash", "skin_model", "cape_hash", "suspended_at", "suspended_until", "suspension_reason", "created_at") values ('00000000000000000000000000000003', 'Player_3', 'player_3', 'Zoë+3@example.test', 'zoë+3@example.test', '$argon2id$v=19$m=1024,t=1,p=1$c2FsdHNhbHQ$aGFzaA', 0, 'pt-BR', null, null, null, null, 1700000000000, null, 'said "no"
then \ left — 👋', 1700000000003);
insert into texture ("hash", "png", "unworn_since") values ('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'iVBORw0KGgo=', null);
insert into username_history ("account_id", "username", "changed_at") values ('00000000000000000000000000000000', 'Old_0', 0);
insert into username_history ("account_id", "username", "changed_at") values ('00000000000000000000000000000001', 'Old_1', 1);
insert into username_history ("account_id", "username", "changed_at") values ('00000000000000000000000000000002', 'Old_2', 2);
insert into username_history ("account_id", "username", "changed_at") values ('00000000000000000000000000000003', 'Old_3', 3);
insert into launcher_token ("jti", "account_id", "client_token", "credentials_version", "issued_at", "expires_at") values ('0-1', '00000000000000000000000000000000', '"launcher"', 0, 1, 1800000000000);
insert into launcher_token ("jti", "account_id", "client_token", "credentials_version", "issued_at", "expires_at") values ('0-2', '00000000000000000000000000000000', '"launcher"', 0, 2, 1800000000000);
insert into launcher_token ("jti", "account_id", "client_token", "credentials_version", "issued_at", "expires_at") values ('0-3', '00000000000000000000000000000000', '"launcher"', 0, 3, 1800000000000);
insert into launcher_token ("jti", "account_id", "client_token", "credentials_version", "issued_at", "expires_at") values ('1-1', '00000000000000000000000000000001', '"launcher"', 0, 1, 1800000000000);
insert into launcher_token ("jti", "account_id", "client_token", "credentials_version", "issued_at", "expires_at") values ('1-2', '00000000000000000000000000000001', '"launcher"', 0, 2, 1800000000000);
insert into launcher_token ("jti", "account_id", "client_token", "credentials_version", "issued_at", "expires_at") values ('1-3', '00000000000000000000000000000001', '"launcher"', 0, 3, 1800000000000);
insert into launcher_token ("jti", "account_id", "client_token", "credentials_version", "issued_at", "expires_at") values ('2-1', '00000000000000000000000000000002', '"launcher"', 0, 1, 1800000000000);
insert into launcher_token ("jti", "account_id", "client_token", "credentials_version", "issued_at", "expires_at") values ('2-2', '00000000000000000000000000000002', '"launcher"', 0, 2, 1800000000000);
insert into launcher_token ("jti", "account_id", "client_token", "credentials_version", "issued_at", "expires_at") values ('2-3', '00000000000000000000000000000002', '"launcher"', 0, 3, 1800000000000);
insert into launcher_token ("jti", "account_id", "client_token", "credentials_version", "issued_at", "expires_at") values ('3-1', '00000000000000000000000000000003', '"launcher"', 0, 1, 1800000000000);
insert into launcher_token ("jti", "account_id", "client_token", "credentials_version", "issued_at", "expires_at") values ('3-2', '00000000000000000000000000000003', '"launcher"', 0, 2, 1800000000000);
insert into launcher_token ("jti", "account_id", "client_token", "credentials_version", "issued_at", "expires_at") values ('3-3', '00000000000000000000000000000003', '"launcher"', 0, 3, 1800000000000);
insert into pending_join ("account_id", "server_id_digest", "address", "credentials_version", "expires_at") values ('00000000000000000000000000000000', 'dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd', '::1', 0, 5);
insert into used_totp_step ("account_id", "step") values ('00000000000000000000000000000000', 57000000);
insert into guess ("key", "full_at") values ('B', 1);
insert into guess ("key", "full_at") values ('a', 2);
insert into guess ("key", "full_at") values ('é', 3);
insert into lookup_client ("network", "full_at", "banned_at", "ends_at", "ban_length", "forgotten_at") values ('192.0.2.1', 5, 1, 9, 8, null);
insert into signing_key ("kid", "use", "generation", "private_key", "public_key", "created_at", "signs_from", "published_until") values ('first', 'tokens', 1, 'PRIVATE', 'PUBLIC', 1, 1, null);
insert into signing_key ("kid", "use", "generation", "private_key", "public_key", "created_at", "signs_from", "published_until") values ('second', 'textures', 1, 'PRIVATE', 'PUBLIC', 2, 1, null);
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
alter table username_history add constraint username_history_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table launcher_token add constraint launcher_token_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table pending_join add constraint pending_join_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table used_totp_step add constraint used_totp_step_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
CREATE INDEX launcher_token_by_account ON public.launcher_token USING btree (account_id, expires_at);
CREATE INDEX launcher_token_by_expiry ON public.launcher_token USING btree (expires_at);
CREATE INDEX pending_join_by_expiry ON public.pending_join USING btree (expires_at);
CREATE INDEX guess_by_full_at ON public.guess USING btree (full_at);
CREATE INDEX lookup_client_by_ban ON public.lookup_client USING btree (banned_at);
CREATE INDEX lookup_client_by_forgotten ON public.lookup_client USING btree (forgotten_at);
CREATE INDEX account_by_skin ON public.account USING btree (skin_hash);
CREATE INDEX account_by_cape ON public.account USING btree (cape_hash);
CREATE INDEX signing_key_by_creation ON public.signing_key USING btree (created_at);
