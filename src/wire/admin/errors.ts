import { errorTable } from '../../http/errors/error-table.ts'
import { type ErrorWords, problem, type WireError } from '../../http/errors/wire-error.ts'
import { maxPasswordLength } from '../../model/accounts/account.ts'
import { type ReasonName, reasonEntries } from '../../model/errors/reasons.ts'
import type { ChangeRefusal, Refusal } from '../../model/errors/refusal.ts'

const inForm = ({ status, errorMessage }: WireError) => problem(status, errorMessage)

/** Words the refusal of a request that is well-formed JSON but can't be carried out. */
const wrong = (detail: string) => problem(422, detail)

/** The refusals of the API for administration, in the form of RFC 9457. Those with a noun or a field bring their words. */
// biome-ignore format: one refusal a line reads as a table
export const adminErrors = errorTable(
  {
    api_token_invalid: problem(401, 'The API token is missing, unknown, revoked or expired. Send "Authorization: Bearer norn_…".'),
    api_token_read_only: problem(403, 'The API token is read-only. Use one that was created without --read-only.'),
    malformed: wrong('A field is missing, unknown or invalid: "field" names it, and "allowed" says what it takes.'),
    unknown: problem(404, 'The game server does not exist.'),
    taken: wrong('A game server with this name already exists. Choose another name.'),
    too_many: wrong('There are already 1000 game servers. Remove one first.'),
    instant_malformed: wrong('The time is malformed or in the past. Use ISO 8601, such as 2027-01-31T18:00:00Z.'),

    idempotency_key_malformed: wrong('The Idempotency-Key is not 1 to 255 visible ASCII characters.'),
    idempotency_key_reused: wrong('The Idempotency-Key was used for another request. Use a new one for each.'),
    idempotency_key_in_use: problem(409, 'A request with this Idempotency-Key is still in progress. Try again in a moment.'),
    idempotency_keys_too_many: problem(429, 'The API token has used 10,000 Idempotency-Keys within 24 hours. Continue without one, or later.'),

    account_unknown: problem(404, 'The account does not exist.'),
    uuid_malformed: wrong('The UUID is malformed or all zeros. Use 32 hex digits, with or without hyphens.'),
    id_taken: wrong('The UUID belongs to another account.'),
    username_malformed: wrong('The username is not allowed. Use 1 to 21 letters A-Z and a-z, digits, underscores, hyphens and dots; not . or .., no hyphen first, no .png last.'),
    username_taken: wrong('The username is taken, perhaps in another letter case.'),
    username_held: wrong('The username is held for the player who had it before. DELETE /held-names/{name} releases it.'),
    username_reserved: wrong('The username is reserved, or looks like one that is. Send "reserved": true to use it anyway.'),
    email_malformed: wrong('The email address is malformed.'),
    email_taken: wrong('The email address belongs to another account.'),
    password_malformed: wrong(`The password is not allowed. Use 1 to ${maxPasswordLength} characters.`),

    last_administrator: wrong('This is the last administrator who can sign in. Make somebody else an administrator first.'),

    client_shared: wrong('The application "launchers" is part of every installation. It can\'t be changed or deleted.'),
    redirect_uri_missing: wrong('A redirect URI is missing.'),
    pkce_optional_public: wrong('A public application must use PKCE.'),
    redirect_uri_malformed: wrong('A redirect URI is malformed. Use an absolute URI with a host of DNS, without user name, password or *.'),
    redirect_uri_fragment: wrong('A redirect URI has a fragment (#), which RFC 6749 forbids.'),
    redirect_uri_insecure: wrong('A redirect URI is not encrypted. Use https:, or http: on 127.0.0.1, [::1] or localhost.'),
    redirect_uri_rewritten: wrong('Browsers rewrite this redirect URI, and it has to match to the letter. Use https://app.example.org/, here and in the application.'),
    redirect_uri_scheme: wrong('The scheme of a redirect URI is not allowed. Use https:, or for a public application a scheme of its own.'),

    neighbour_addresses_wrong: wrong('The addresses do not fit the kind. authlib-injector needs root; vendor may have root; urls needs hasJoined, profile and namesUrl.'),
    neighbour_url_malformed: wrong('An address is not allowed. Use https://…, without user name, password, # or spaces.'),
    neighbour_url_private: wrong('An address belongs to this machine or its network. "private": true allows that.'),
    neighbour_itself: wrong('The address leads back to this service, which cannot be its own neighbour.'),
    neighbour_pattern_slow: wrong('With some names, the pattern takes so long that strangers could stop the service. Leave out repetitions of repetitions, such as (a+)+.'),
    neighbour_silent: wrong('The address did not answer with the metadata of an authlib-injector root. "offline": true adds the neighbour without it.'),
    neighbour_client_malformed: wrong('The client is not allowed. Use a client id and a secret of 1 to 500 characters on one line, and give the secret again with another client id.'),
    neighbour_without_sign_in: wrong('The neighbour offers no sign-in that can be used. Its kind has to be authlib-injector, and its metadata has to name an OpenID discovery document that can be read.'),
    link_unknown: problem(404, 'The account has no such player.'),
    name_not_listed: problem(404, 'The name is not listed there.'),
    webhook_off: wrong('The webhook is off because its receiver answered that it is gone. PATCH its url to turn it on again.'),
    webhook_url_malformed: wrong('The URL is not allowed. Use https://…, without user name, password, # or spaces.'),
    webhook_url_insecure: wrong('Events sent over http: can be read in transit. Use https:, or NORN_WEBHOOK_PRIVATE=on within your own network.'),
    webhook_address_private: wrong('The URL belongs to this machine or its network. NORN_WEBHOOK_PRIVATE=on allows that.'),
    ...Object.fromEntries(reasonEntries.map(([name, { status, sentence }]) => [name, problem(status, sentence)])) as Record<ReasonName, ErrorWords>,
  } satisfies Partial<Record<Refusal, ErrorWords>> & Record<ChangeRefusal, ErrorWords>,
  inForm,
)
