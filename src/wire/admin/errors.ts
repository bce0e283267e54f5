import { errorTable } from '../../http/errors/error-table.ts'
import { problem, type WireError } from '../../http/errors/wire-error.ts'
import { maxPasswordLength } from '../../model/account.ts'
import { maxRedirectUris } from '../../model/oauth.ts'

const inForm = ({ status, errorMessage }: WireError) => problem(status, errorMessage)

/** The answer to what is well-formed JSON and cannot be done. */
const wrong = (detail: string) => problem(422, detail)

/** What the API for administration declines with: RFC 9457. */
// biome-ignore format: one refusal a line reads as a table
export const adminErrors = errorTable(
  {
    api_token_invalid: problem(401, 'The API token is missing, unknown, revoked or expired. Send "Authorization: Bearer norn_…".'),
    api_token_read_only: problem(403, 'The API token may only read. Use one that was made without --read-only.'),
    fields_malformed: wrong('A field is missing, unknown, or not as it has to be: "field" says which.'),
    instant_malformed: wrong('The time is not one, or in the past. Write ISO 8601, such as 2027-01-31T18:00:00Z.'),

    idempotency_key_malformed: wrong('The Idempotency-Key is not 1 to 255 visible ASCII characters.'),
    idempotency_key_reused: wrong('The Idempotency-Key was used for another request. Use a new one for each.'),
    idempotency_key_in_use: problem(409, 'The request with this Idempotency-Key is still being worked on. Try again in a moment.'),
    idempotency_keys_too_many: problem(429, 'The API token has used 10,000 Idempotency-Keys within 24 hours. Go on without, or later.'),

    account_unknown: problem(404, 'There is no such account.'),
    uuid_malformed: wrong('The UUID is not one, or the one of zeros. Write 32 hex digits, with or without hyphens.'),
    id_taken: wrong('The UUID belongs to another account.'),
    username_malformed: wrong('The username is not allowed. Use 1 to 21 letters A-Z and a-z, digits, underscores, hyphens and dots; not . or .., no hyphen first, no .png last.'),
    username_taken: wrong('The username is taken, in some letter case.'),
    username_held: wrong('The username is held for the player who had it before. DELETE /held-names/{name} ends that.'),
    username_reserved: wrong('The username is reserved, or looks like one that is. Send "reserved": true to take it all the same.'),
    name_not_held: problem(404, 'The username is not held for anybody.'),
    email_malformed: wrong('The e-mail address is not one.'),
    email_taken: wrong('The e-mail address belongs to another account.'),
    language_malformed: wrong('The language is not a code. Write it like en or pt-BR.'),
    password_malformed: wrong(`The password is not allowed. Use 1 to ${maxPasswordLength} characters.`),

    suspension_reason_malformed: wrong('The reason is longer than 1000 characters, or has control or bidirectional characters or line breaks. Write one line without them.'),
    last_administrator: wrong('This is the last administrator who can sign in. Make another one first.'),

    client_unknown: problem(404, 'There is no such application.'),
    client_shared: wrong('The application "launchers" is part of every installation and stays.'),
    client_without_secret: wrong('The application is public, and so has no secret.'),
    client_name_malformed: wrong('The name is not allowed. Use 1 to 64 characters in one line, without blanks at its ends.'),
    redirect_uri_missing: wrong('A redirect URI is missing.'),
    redirect_uris_too_many: wrong(`There are too many redirect URIs. Send at most ${maxRedirectUris}.`),
    pkce_optional_public: wrong('A public application must send PKCE.'),
    redirect_uri_malformed: wrong('A redirect URI is not one. Write an absolute URI of ASCII characters, without user name, password or *.'),
    redirect_uri_fragment: wrong('A redirect URI has a fragment (#), which RFC 6749 forbids.'),
    redirect_uri_insecure: wrong('A redirect URI can be read on its way. Use https:, or http: on 127.0.0.1, [::1] or localhost.'),
    redirect_uri_scheme: wrong('The scheme of a redirect URI is not allowed. Use https:, or for a public application a scheme of its own.'),

    server_name_unknown: problem(404, 'There is no such game server.'),
    server_taken: wrong('There is a game server of this name already.'),
    servers_too_many: wrong('There are 1000 game servers already.'),
    server_name_malformed: wrong('The name is 1 to 32 of a-z, 0-9 and -, and begins with a letter or a digit.'),
    server_title_malformed: wrong('The title is not allowed. Use 1 to 64 characters in one line, without blanks at its ends.'),
    server_address_malformed: wrong('The address is not one. Write HOST, HOST:PORT or [IPv6]:PORT.'),
    group_unknown: problem(404, 'There is no such group.'),
    group_taken: wrong('There is a group of this name already.'),
    groups_too_many: wrong('There are 1000 groups already, or one thing names more than 32.'),
    group_name_malformed: wrong('The name is 1 to 32 of a-z, 0-9 and -, and begins with a letter or a digit.'),
    group_title_malformed: wrong('The title is not allowed. Use 1 to 64 characters in one line, without blanks at its ends.'),
    group_colour_malformed: wrong('The colour is not one. Write six hexadecimal digits.'),
    link_of_suspended: wrong('The account is suspended. POST /accounts/{id}/restore ends that.'),
    link_too_long: wrong('The link would be good for more than 30 days. Send a nearer end.'),
    invite_unknown: problem(404, 'There is no such invite.'),
    address_malformed: wrong('This is neither an address nor a network. Write an IPv4 or IPv6 address, or a network: IPv4 with /8 to /32, IPv6 with /16 to /64.'),
    ban_unknown: problem(404, 'There is no ban of exactly this address or network.'),
    api_token_name_malformed: wrong('The name is not allowed. Use 1 to 64 characters in one line, without blanks at its ends.'),
    webhook_unknown: problem(404, 'There is no such webhook.'),
    webhook_off: wrong('The webhook is off, since its receiver has answered 410. Delete it and create a new one.'),
    webhooks_too_many: wrong('There are 100 webhooks already. Delete one that is not needed any more.'),
    webhook_url_malformed: wrong('The URL is not one to send to. Write https://…, without user name, password, # or spaces.'),
    webhook_url_insecure: wrong('The URL is http:, which others can read on its way. Use https:, or NORN_WEBHOOK_PRIVATE=on within your own network.'),
    webhook_address_private: wrong('The URL is of this machine or its network. NORN_WEBHOOK_PRIVATE=on allows that.'),
    event_unknown: wrong('There is no such event. * and groups such as account.* stand for several.'),
    delivery_unknown: problem(404, 'There is no such delivery.'),
    api_token_unknown: problem(404, 'There is no such API token.'),
  },
  inForm,
)
