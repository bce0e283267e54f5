import { maxPasswordLength } from '../model/account.ts'
import type { AccountRefusal, BanRefusal, InviteRefusal, Refusal, TextureRefusal } from '../model/refusal.ts'

/** Why a command was refused, and what to do: the command line's table beside the protocols'. */
export const refusals: Readonly<
  Record<
    | AccountRefusal
    | TextureRefusal
    | BanRefusal
    | InviteRefusal
    | 'database_unavailable'
    | 'skin_system_unavailable',
    string
  >
> = {
  username_malformed:
    'the username is not allowed; use 1 to 21 letters A-Z and a-z, digits, underscores, hyphens and dots, but not . or .., no hyphen first and no .png last',
  username_taken:
    'the username is taken (in some letter case); choose another or rename the account that has it',
  email_malformed: 'the e-mail address is not one; write it like name@example.org',
  email_taken: 'the e-mail address belongs to another account; use another or delete that account',
  id_taken: 'the UUID belongs to another account; leave --id out to have one made',
  language_malformed: 'the language is not a code; write it like en or pt-BR',
  password_malformed: `the password is not allowed; use 1 to ${maxPasswordLength} characters`,
  account_unknown: 'there is no such account (any more); "norn account list" shows those there are',
  uuid_malformed:
    'the UUID is not one, or the one of zeros; write 32 hexadecimal digits, with or without hyphens',
  texture_malformed: 'the file is not a PNG image, or a damaged one; save it again as PNG',
  texture_animated: 'the image is animated; save a single picture of it as PNG',
  texture_size_unknown:
    'the image has no size of a skin (64x64 or 64x32 pixels) or a cape (64x32 or 22x17); NORN_TEXTURE_MAX_SCALE allows multiples',
  texture_too_large: 'the file is larger than 1 MiB; save it without extras, or smaller',
  overloaded: 'too much is going on at once; try again in a moment',
  database_unavailable:
    'the database can not be used; check NORN_DATABASE_URL and NORN_DATA_DIR, and that the database runs',
  address_malformed: 'the address is not one; write an IPv4 or IPv6 address, or what "norn ban list" shows',
  ban_unknown: 'that address is not banned; "norn ban list" shows those that are',
  invite_unknown: 'there is no such invite (any more); "norn invite list" shows those there are',
  skin_system_unavailable: 'the skin system does not answer; check NORN_SKIN_SYSTEM_URL',
}

const sentences: Readonly<Partial<Record<Refusal, string>>> = refusals

/** Undefined for what no command is refused for: a bug. */
export const refusalSentence = (reason: Refusal): string | undefined => sentences[reason]
