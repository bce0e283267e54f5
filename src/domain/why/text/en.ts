import { instantIn } from '../../../lib/text/intl.ts'
import type { WhyText } from '../text.ts'

const instant = instantIn('en')

const signInAgain = 'Sign out of the launcher, sign in again and start the game from there.'
const ours = ({ at }: { at: string }): string =>
  `The fault was on this service’s side: look at its log around ${at}, then ask the player to try again.`
const oursOnPage = ({ at }: { at: string }): string =>
  `The fault was on this service’s side. Ask the player to try again; if it fails again, tell the operators that it happened at ${at}.`
const foreign =
  'The game was started with the name of one account and the token of another. Choose the account in the launcher again and start the game from there.'
const serverAsks = ({ agent }: { agent: string }): string =>
  `Is the game server set up to use this service? Its start command needs this before -jar, and its log must mention it: ${agent}`

const suspended = (name: string, until: number | undefined, reason: string | undefined): string =>
  `${name} is suspended ${until === undefined ? 'without an end date' : `until ${instant(until)}`}${
    reason === undefined ? '' : `, reason: ${reason}`
  }.`

export const en: WhyText = {
  instant,
  succeeded: {
    web: 'Signed in on the website.',
    oauth: 'An application signed the player in.',
    authenticate: 'A launcher signed the player in.',
    refresh: 'A launcher renewed its token.',
    join: 'The game reported that it was joining a server.',
    hasJoined: 'A game server asked and was told to let the player in.',
  },
  refused: {
    credentials_invalid: 'The login, the password or the two-factor code was wrong.',
    second_factor_required: 'The password was right, but the two-factor code was missing.',
    account_suspended: 'The account was suspended.',
    too_many_guesses: 'There had been too many wrong passwords or codes.',
    overloaded: 'Too many players were signing in at that moment.',
    token_invalid: 'The launcher’s token was no longer valid, or came from another service.',
    token_expired: 'The launcher’s token had expired.',
    parameters_missing: 'The game’s request was incomplete.',
    join_token_invalid: 'The game’s token was no longer valid, or came from another service.',
    join_token_expired: 'The game’s token had expired.',
    join_scope_missing: 'The game’s token does not allow joining servers.',
    join_profile_foreign: 'The game named a different account from the one its token belongs to.',
    join_name_foreign: 'The game named a different account from the one its token belongs to.',
    server_not_allowed: 'The player is not in any of the groups that the game server lets in.',
    server_paused: 'The game server was paused here.',
    server_unknown: 'A game server asked at an address that is not valid, or is no longer valid.',
    join_unknown: 'A game server asked, but the game had not joined it through this service.',
    username_unknown: 'A game server asked about this name, but no account had it.',
    never_joined: 'A game server asked, but the game had not joined any server through this service.',
    server_id_differs: 'A game server asked, but the game had joined a different one.',
    join_address_differs: 'The game server saw the player at a different address than this service did.',
    join_expired: 'The game server asked too late.',
    join_taken: 'A second game server asked about the same join, or the first one asked twice.',
    ip_malformed: 'The game server sent something that is not an IP address as the player’s address.',
    grant_ended: 'The application’s access to the account had ended.',
    database_unavailable: 'This service’s database did not answer.',
    unexpected: 'Something failed in this service.',
  },
  refusedOtherwise: (reason) => `It was refused: ${reason}.`,
  advice: {
    credentials_invalid: ({ name, baseUrl }) =>
      `Somebody signed in with a wrong password, or with a two-factor code that was wrong or already used. ${name} can choose a new password at ${baseUrl}/recover, or you set one: norn account password ${name}`,
    second_factor_required: () =>
      'Two-factor authentication is on. In the launcher’s password field, enter the password, a colon and the code: password:123456',
    account_suspended: ({ name }) =>
      `${name} was suspended at that time but no longer is. The suspension ended all tokens. ${signInAgain}`,
    too_many_guesses: ({ name, address }) =>
      `Somebody tried too many wrong passwords or codes. The limit lifts by itself after a while. To lift it now: norn account unlock ${name} --address ${address}`,
    overloaded: () =>
      'Too many players were signing in at once. Try again; if it happens often, add cores or instances.',
    token_invalid: () =>
      `The launcher’s token has ended: the player signed out or changed the password, the account was suspended, or another launcher used the token. ${signInAgain}`,
    token_expired: () => `The launcher’s token has expired. ${signInAgain}`,
    parameters_missing: () => 'The game’s request was incomplete. Update the launcher and the game.',
    join_token_invalid: () =>
      `The game was started with a token that has ended since, or with an account of another service. ${signInAgain}`,
    join_token_expired: () =>
      'The game was started with a token that has expired. Start it again from the launcher.',
    join_scope_missing: () =>
      'The application that started the game did not ask for the right to join servers. Sign in with a launcher, or register the application with that scope.',
    join_profile_foreign: () => foreign,
    join_name_foreign: () => foreign,
    server_not_allowed: ({ name, server, groups }) =>
      `The game server ${server} lets in only members of ${groups || 'groups that no longer exist'}. To let ${name} in: norn group add GROUP ${name}`,
    server_paused: ({ server }) =>
      `The game server ${server} is paused. To resume it: norn server resume ${server}`,
    server_unknown: () =>
      'The game server uses an address that is mistyped, or was replaced or removed. Give it the lines that norn client-setup --server NAME prints.',
    join_unknown: (facts) =>
      `The server uses this service, but the game did not join through it. In the launcher, check that the account is one of ${facts.baseUrl}.`,
    username_unknown: ({ name }) =>
      `When the server asked, no account was called ${name}. Sign in again in the launcher, so that the game gets the current name.`,
    never_joined: ({ baseUrl, agent }) =>
      `The server uses this service, but the game did not join through it: the game uses another service. In the launcher, choose the account of ${baseUrl}. If the launcher does not support this service, start the game with: ${agent}`,
    server_id_differs: () =>
      'The game joined a different server from the one that asked. Behind a proxy, only the proxy may ask: set online-mode=false on the servers behind it. Otherwise, join again.',
    join_address_differs: () =>
      'The server compares addresses, and sees a different one for the player than this service does. If this service is behind a proxy, set NORN_TRUST_PROXY; otherwise set prevent-proxy-connections=false in server.properties.',
    join_expired: () =>
      'The server asked long after the game had joined. Join again; if this keeps happening, the server or its network is too slow.',
    join_taken: () =>
      'Two servers asked about the same join, probably a proxy and the server behind it. Set online-mode=false on the servers behind the proxy.',
    ip_malformed: () =>
      'The server, or one of its plugins, sends something that is not an IP address as the player’s address. Update it, or set prevent-proxy-connections=false in server.properties.',
    grant_ended: () =>
      'The application’s access has ended: it was removed, its token was used twice, or the password was changed. Sign in to the application again.',
    database_unavailable: ours,
    unexpected: ours,
  },
  adviceOtherwise: ({ at }, reason) =>
    `The attempt at ${at} was refused: ${reason}. docs/errors.md explains it.`,
  noName: (name) => `No account has "${name}" as its username, email or UUID. Check the spelling.`,
  noAccount: (name) =>
    `There is no account ${name}, and nobody has tried that name. Check the spelling, or create it: norn account create --username ${name}`,
  noAccountTyped: (name) =>
    `There is no account ${name}: somebody tried to sign in with a name that does not exist. Check the spelling, or create it: norn account create --username ${name}`,
  noAccountAsked: (name) =>
    `There is no account ${name}, but a game server asked about it: the player’s launcher is signed in to another service, or plays offline. In the launcher, sign in to an account of this service.`,
  renamed: (former, now) =>
    `${former} is now called ${now}, and the launcher may still have the old name. ${signInAgain}`,
  suspended: (name, until, reason) =>
    `${suspended(name, until, reason)} To end it: norn account restore ${name}`,
  leaving: (name, at) =>
    `The owner of ${name} has asked for the account to be deleted on ${instant(at)}. Until then they can sign in on the website and press "Keep my account".`,
  nobodyTried: ({ name, baseUrl, agent }) =>
    `Nobody tried: neither a launcher nor a game server has asked about ${name}. In the launcher, check that the account is one of ${baseUrl}. ${serverAsks({ agent })}`,
  pageAlone: ({ at, name, baseUrl }) =>
    `${name} signed in on the website at ${at}, but not in a launcher since. In the launcher, add ${baseUrl} as a server and sign in there.`,
  launcherAlone: ({ at, agent }) =>
    `${at}: signed in, but the game has not reported joining a server since. Either the player has not joined one, or the game uses another service. If the launcher does not support this service, start the game with: ${agent}`,
  joinAlone: (facts) =>
    `The game joined a server at ${facts.at}, but no server asked this service about it. ${serverAsks(facts)}`,
  letIn: ({ at, name }) =>
    `It worked at ${at}: the server was told to let ${name} in. If the player still can’t get in, the game server itself keeps them out (whitelist, ban, mods, version): look at its log.`,
  onPage: {
    advice: {
      server_not_allowed: ({ name, server, groups }) =>
        `The game server ${server} lets in only members of ${groups || 'groups that no longer exist'}. Add ${name} to one of them below.`,
      server_paused: ({ server }) =>
        `The game server ${server} is paused. Open it below Game servers and press “Resume”.`,
      credentials_invalid: ({ name, baseUrl }) =>
        `Somebody signed in with a wrong password, or with a two-factor code that was wrong or already used. ${name} can choose a new password at ${baseUrl}/recover.`,
      too_many_guesses: () =>
        'Somebody tried too many wrong passwords or codes. Wait a while, then try again.',
      database_unavailable: oursOnPage,
      unexpected: oursOnPage,
    },
    adviceOtherwise: ({ at }, reason) =>
      `The attempt at ${at} was refused: ${reason}. Ask the player to try again; if it fails again, tell the operators.`,
    noAccount: (name) =>
      `There is no account ${name}, and nobody has tried that name. Check the spelling. A new player has to register first.`,
    noAccountTyped: (name) =>
      `There is no account ${name}: somebody tried to sign in with a name that does not exist. Check the spelling. A new player has to register first.`,
    suspended: (name, until, reason) =>
      `${suspended(name, until, reason)} To end it, open the account below and press “Restore”.`,
  },
}
