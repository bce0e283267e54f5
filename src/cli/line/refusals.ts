import { maxPasswordLength } from '../../model/account.ts'
import { maxRedirectUris } from '../../model/oauth.ts'
import type {
  AccountRefusal,
  ApiTokenRefusal,
  BanRefusal,
  ClientRefusal,
  GroupRefusal,
  InviteRefusal,
  LinkRefusal,
  Refusal,
  ServerRefusal,
  TextureRefusal,
  WebhookRefusal,
} from '../../model/refusal.ts'
import type { Values } from './command.ts'

/** Why a command was refused, and what to do: the command line's table beside the protocols'. */
export const refusals: Readonly<
  Record<
    | AccountRefusal
    | TextureRefusal
    | BanRefusal
    | ClientRefusal
    | InviteRefusal
    | LinkRefusal
    | GroupRefusal
    | ServerRefusal
    | WebhookRefusal
    | ApiTokenRefusal
    | 'database_unavailable'
    | 'skin_system_unavailable',
    string
  >
> = {
  username_malformed:
    'the username is not allowed; use 1 to 21 letters A-Z and a-z, digits, underscores, hyphens and dots, but not . or .., no hyphen first and no .png last',
  username_taken:
    'the username is taken (in some letter case); choose another or rename the account that has it',
  username_held:
    'the username is held for the player who had it before; "norn account release-name NAME" ends that',
  username_reserved:
    'the username is reserved, or looks like one that is (NORN_RESERVED_NAMES); give --reserved to take it all the same',
  name_not_held: 'the username is not held for anybody',
  email_malformed: 'the e-mail address is not one; write it like name@example.org',
  email_taken: 'the e-mail address belongs to another account; use another or delete that account',
  id_taken: 'the UUID belongs to another account; leave --id out to have one made',
  language_malformed: 'the language is not a code; write it like en or pt-BR',
  password_malformed: `the password is not allowed; use 1 to ${maxPasswordLength} characters`,
  account_unknown: 'there is no such account (any more); "norn account list" shows those there are',
  last_administrator:
    'this is the last administrator; make somebody else one first: norn account grant ACCOUNT admin',
  uuid_malformed:
    'the UUID is not one, or the one of zeros; write 32 hexadecimal digits, with or without hyphens',
  texture_malformed: 'the file is not a PNG image, or a damaged one; save it again as PNG',
  texture_animated: 'the image is animated; save a single picture of it as PNG',
  texture_size_unknown:
    'the image has no size of a skin (64x64 or 64x32 pixels) or a cape (64x32 or 22x17); NORN_TEXTURE_MAX_SCALE allows multiples',
  texture_too_large: 'the file is larger than 1 MiB; save it without extras, or smaller',
  overloaded: 'too much is going on at once; try again in a moment',
  database_unavailable:
    'the database cannot be used; check NORN_DATABASE_URL and NORN_DATA_DIR, that a database server runs, and that you may write a database file',
  address_malformed:
    'this is neither an address nor a network; write an IPv4 or IPv6 address, or a network: IPv4 with /8 to /32, IPv6 with /16 to /64',
  ban_unknown: 'there is no ban of exactly this address or network; "norn ban list" shows those there are',
  client_unknown: 'there is no such client; "norn client list" shows those there are',
  client_shared:
    'the client "launchers" is part of every installation and cannot be deleted; end its grants with "norn token revoke"',
  client_without_secret: 'the client is public, and so has no secret',
  client_name_malformed:
    'the name is not allowed; use 1 to 64 characters in one line, without control characters or spaces at its ends',
  suspension_reason_malformed:
    'the reason is longer than 1000 characters, or has control or bidirectional characters or line breaks; write one line without them',
  redirect_uri_missing: 'a redirect URI is missing; give --redirect-uri',
  redirect_uris_too_many: `there are too many redirect URIs; give at most ${maxRedirectUris}`,
  pkce_optional_public: 'a public client must send PKCE; leave out --pkce optional, or --public',
  redirect_uri_malformed:
    'a redirect URI is not one; write an absolute URI of ASCII characters, without user name, password or *',
  redirect_uri_fragment: 'a redirect URI has a fragment (#), which RFC 6749 forbids; leave it out',
  redirect_uri_insecure:
    'a redirect URI can be read on its way; use https:, or http: on 127.0.0.1, [::1] or localhost',
  redirect_uri_scheme:
    'the scheme of a redirect URI is not allowed; use https:, or, with --public, a scheme of the application',
  api_token_name_malformed:
    'the name is not allowed; use 1 to 64 characters in one line, without control characters or spaces at its ends',
  api_token_unknown: 'there is no such API token (any more); "norn api-token list" shows those there are',
  link_of_suspended: 'the account is suspended; end that first: norn account restore ACCOUNT',
  link_too_long: 'the link would be good for more than 30 days; give --expires a nearer end',
  invite_unknown: 'there is no such invite (any more); "norn invite list" shows those there are',
  server_name_unknown: 'there is no such game server (any more); "norn server list" shows those there are',
  server_taken: 'there is a game server of this name already; choose another one',
  servers_too_many: 'there are 1000 game servers already; remove one that is not needed any more',
  server_name_malformed:
    'the name of a game server is 1 to 32 of a-z, 0-9 and -, and begins with a letter or a digit; its title may be anything',
  server_title_malformed:
    'the title is not allowed; use 1 to 64 characters in one line, without control characters or spaces at its ends',
  server_address_malformed: 'the address is not one; write HOST, HOST:PORT or [IPv6]:PORT',
  group_unknown: 'there is no such group (any more); "norn group list" shows those there are',
  group_taken: 'there is a group of this name already; choose another one',
  groups_too_many: 'there are 1000 groups already, or one thing names more than 32; delete or name fewer',
  group_name_malformed:
    'the name of a group is 1 to 32 of a-z, 0-9 and -, and begins with a letter or a digit; its title may be anything',
  group_title_malformed:
    'the title is not allowed; use 1 to 64 characters in one line, without control characters or spaces at its ends',
  group_colour_malformed: 'the colour is not one; write six hexadecimal digits, such as 1f7a5c',
  webhook_unknown: 'there is no such webhook (any more); "norn webhook list" shows those there are',
  webhook_off: 'the webhook is off, since its receiver has answered 410; delete it and create a new one',
  webhooks_too_many: 'there are 100 webhooks already; delete one that is not needed any more',
  webhook_url_malformed:
    'the URL is not one to send to; write https://…, without user name, password, # or spaces',
  webhook_url_insecure:
    'the URL is http:, which others can read on its way; use https:, or allow it within your own network with NORN_WEBHOOK_PRIVATE=on',
  webhook_address_private:
    'the URL is of this machine or its network; set NORN_WEBHOOK_PRIVATE=on if that is what you want',
  event_unknown:
    'there is no such event; docs/webhooks.md lists them, and * or a group such as account.* stands for several',
  delivery_unknown: 'there is no such delivery (any more); "norn webhook deliveries" shows those there are',
  skin_system_unavailable: 'the skin system does not answer; check NORN_SKIN_SYSTEM_URL',
}

const sentences: Readonly<Partial<Record<Refusal, string>>> = refusals

/** The arguments that a command may be refused for; never a password. */
const refusedArguments: Readonly<Partial<Record<Refusal, readonly string[]>>> = {
  username_malformed: ['username', 'name'],
  username_taken: ['username', 'name'],
  username_held: ['username', 'name'],
  username_reserved: ['username', 'name'],
  name_not_held: ['name'],
  email_malformed: ['email'],
  email_taken: ['email'],
  id_taken: ['id'],
  uuid_malformed: ['id'],
  language_malformed: ['language'],
  address_malformed: ['ip'],
  ban_unknown: ['ip'],
  server_name_unknown: ['name'],
  server_taken: ['name'],
  server_name_malformed: ['name'],
  server_address_malformed: ['address'],
  group_taken: ['name'],
  group_name_malformed: ['name'],
  webhook_unknown: ['id'],
  delivery_unknown: ['delivery'],
}

/** Begins with the value that was refused, where it is one. Undefined for what no command is refused for: a bug. */
export function refusalSentence(reason: Refusal, given: Values): string | undefined {
  const sentence = sentences[reason]
  const values = refusedArguments[reason]?.map((name) => given[name]) ?? []
  const value = values.find((text) => typeof text === 'string')
  return sentence && value !== undefined ? `${JSON.stringify(value)}: ${sentence}` : sentence
}
