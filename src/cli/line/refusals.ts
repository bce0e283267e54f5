import { maxPasswordLength } from '../../model/accounts/account.ts'
import { type ReasonName, reasonEntries } from '../../model/errors/reasons.ts'
import type {
  ChangeRefusal,
  Refusal,
  RefusalSubject,
  Refused,
  TextureRefusal,
} from '../../model/errors/refusal.ts'
import { nounOf } from '../../model/fields/nouns.ts'
import type { Values } from './command.ts'

/** Why a command was refused, and what to do. Protocols have tables of their own. */
export const refusals: Readonly<
  Record<
    Exclude<ChangeRefusal, ReasonName> | TextureRefusal | 'database_unavailable' | 'skin_system_unavailable',
    string
  >
> = {
  username_malformed:
    'the username is not allowed; use 1 to 21 letters A-Z and a-z, digits, underscores, hyphens and dots, but not . or .., no hyphen first and no .png last',
  username_taken:
    'the username is taken, perhaps in another letter case; choose another or rename the account that has it',
  username_held:
    'the username is held for the player who had it before; "norn account release-name NAME" releases it',
  username_reserved:
    'the username is reserved, or looks like one that is (NORN_RESERVED_NAMES); give --reserved to use it anyway',
  email_malformed: 'the email address is malformed; write it like name@example.org',
  email_taken: 'the email address belongs to another account; use another or delete that account',
  id_taken: 'the UUID belongs to another account; leave --id out to generate one',
  password_malformed: `the password is not allowed; use 1 to ${maxPasswordLength} characters`,
  account_unknown: 'the account does not exist; "norn account list" shows all accounts',
  last_administrator:
    'this is the last administrator; make somebody else an administrator first: norn account grant ACCOUNT admin',
  uuid_malformed: 'the UUID is malformed or all zeros; write 32 hexadecimal digits, with or without hyphens',
  texture_malformed: 'the file is not a PNG image, or is damaged; save it again as PNG',
  texture_animated: 'the image is animated; save a single picture as PNG',
  texture_size_unknown:
    'the image does not have the size of a skin (64x64 or 64x32 pixels) or a cape (64x32 or 22x17 pixels); NORN_TEXTURE_MAX_SCALE allows multiples',
  texture_too_large: 'the file is larger than 1 MiB; save it without metadata, or smaller',
  overloaded: 'the service is busy; try again in a moment',
  database_unavailable:
    'the database cannot be used; check NORN_DATABASE_URL and NORN_DATA_DIR, that a database server runs, and that you may write a database file',
  client_shared:
    'the client "launchers" is part of every installation and cannot be deleted; end its grants with "norn token revoke"',
  redirect_uri_missing: 'a redirect URI is missing; give --redirect-uri',
  pkce_optional_public: 'a public client must use PKCE; leave out --pkce optional, or --public',
  redirect_uri_malformed:
    'a redirect URI is malformed; write an absolute URI with a host of DNS, without user name, password or *',
  redirect_uri_fragment: 'a redirect URI has a fragment (#), which RFC 6749 forbids; leave it out',
  redirect_uri_insecure:
    'a redirect URI is not encrypted; use https:, or http: on 127.0.0.1, [::1] or localhost',
  redirect_uri_rewritten: 'browsers rewrite this redirect URI; write it as they do',
  redirect_uri_scheme:
    'the scheme of a redirect URI is not allowed; use https:, or, with --public, a scheme of the application’s own',
  neighbour_addresses_wrong:
    'the addresses do not fit the kind: authlib-injector needs --root, vendor may have --root, and urls needs --has-joined, --profile and --names-url',
  neighbour_url_malformed:
    'an address is not allowed; write https://…, without user name, password, # or spaces',
  neighbour_url_private: 'an address belongs to this machine or its network; --private allows that',
  neighbour_itself: 'this address leads back to this service, which cannot be its own neighbour',
  neighbour_pattern_slow:
    'with some names, this pattern takes so long that strangers could stop the service; leave out repetitions of repetitions, such as (a+)+',
  neighbour_silent:
    'the address did not answer with the metadata of an authlib-injector root; check it, or add the neighbour without metadata: --offline',
  neighbour_client_malformed:
    'the client is not allowed; give a client id and a secret of 1 to 500 characters on one line, and the secret again with another client id',
  neighbour_without_sign_in:
    'the neighbour offers no sign-in that Norn can use: its kind has to be authlib-injector, and its metadata has to name an OpenID discovery document that can be read',
  link_unknown: 'the account has no such player; "norn account show" shows its linkedPlayers',
  name_not_listed: 'the name is not listed there; "norn neighbour show ID" shows what is',
  webhook_off:
    'the webhook is off because its receiver answered that it is gone; "norn webhook set ID --url URL" turns it on again',
  webhook_url_malformed: 'the URL is not allowed; write https://…, without user name, password, # or spaces',
  webhook_url_insecure:
    'events sent over http: can be read in transit; use https:, or allow http: within your own network with NORN_WEBHOOK_PRIVATE=on',
  webhook_address_private:
    'the URL belongs to this machine or its network; set NORN_WEBHOOK_PRIVATE=on if that is what you want',
  skin_system_unavailable: 'the skin system does not answer; check NORN_SKIN_SYSTEM_URL',
}

const sentences: Readonly<Partial<Record<Refusal, string>>> = {
  ...refusals,
  ...Object.fromEntries(
    reasonEntries.map(([name, { sentence, command = remarkOf(sentence) }]) => [name, command]),
  ),
}

/** The arguments that a refusal may be about; never a password. */
const refusedArguments: Readonly<Partial<Record<RefusalSubject, readonly string[]>>> = {
  username_malformed: ['username', 'name'],
  username_taken: ['username', 'name'],
  username_held: ['username', 'name'],
  username_reserved: ['username', 'name'],
  name_not_held: ['name'],
  email_malformed: ['email'],
  email_taken: ['email'],
  id_taken: ['id'],
  uuid_malformed: ['id'],
  'unknown ban': ['ip'],
  'unknown server': ['name'],
  'taken server': ['name'],
  'unknown neighbour': ['id'],
  'taken neighbour': ['id'],
  name_not_listed: ['name'],
  'unknown visitor': ['visitor'],
  name_not_of_visitor: ['name'],
  'taken group': ['name'],
  'unknown webhook': ['id'],
  'unknown delivery': ['delivery'],
}

/**
 * Returns the sentence for a refusal, beginning with the refused value if there is one. Undefined for a reason that
 * no command has, which is a bug.
 */
export function refusalSentence(refused: Refused, given: Values): string | undefined {
  const { field, reason, subject, value: member } = refused
  const sentence = familySentence(refused) ?? sentences[reason]
  const names = reason === 'malformed' && field !== undefined ? [field] : refusedArguments[subject]
  const values = [member, ...(names?.map((name) => given[name]) ?? [])]
  const value = values.find((text) => typeof text === 'string' && text.length <= longestShown)
  return sentence && value !== undefined ? `${JSON.stringify(value)}: ${sentence}` : sentence
}

/** A longer value is not repeated. */
const longestShown = 200

/** Returns the words of a refusal as commands write them, and the command that lists what there is. */
function familySentence({ noun, reason, sentence }: Refused): string | undefined {
  if (sentence === undefined) return undefined
  const remark = remarkOf(sentence)
  if (reason !== 'unknown' || noun === undefined) return remark
  const { list, many } = nounOf(noun)
  return `${remark}; "norn ${list}" shows all ${many}`
}

/** Returns sentences as commands write them: in one line, without a full stop. */
function remarkOf(sentence: string): string {
  return sentence.replace(/\.$/, '').split('. ').map(lowerFirst).join('; ')
}

function lowerFirst(text: string): string {
  return `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`
}
