// The values of the texts that have some, in the order in which pages give them.
import type { shownSync } from '../../present/provider.ts'
import type { Naming } from '../../texts/filled.ts'
import { day, instant, short } from '../../texts/say.ts'
import { figures, overview } from './overview-values.ts'

const count = (number: number) => ({ count: number })
const name = (word: string) => ({ name: word })
const title = (word: string) => ({ title: word })
const username = (word: string) => ({ username: word })
const player = (word: string, neighbour: string) => ({ name: word, neighbour })
const minutes = (number: number) => ({ minutes: number })
const left = (number: number) => ({ left: number })
const at = (when: number) => ({ at: instant(when) })
const shortAt = (when: number) => ({ at: short(when) })
const application = (word: string) => ({ application: word })
const otherwise = (word: string) => ({ otherwise: word })
const url = (address: string) => ({ url: address })
const scale = (times: number) => ({ form: times > 1 ? 'larger' : 'usual', scale: times })

/** A suspension without an end date, or until an instant. */
const lasting = (until: number | undefined) =>
  until === undefined ? { form: 'forever' } : { form: 'until', until: instant(until) }

/** A suspension with its reason, if there is one. */
const suspension = (reason: string | undefined, until: number | undefined) => {
  const { form, ...end } = lasting(until)
  return { ...end, ...(reason === undefined ? { form } : { form: `${form}Reason`, reason }) }
}

const admin = {
  malformed: { number: (min: number, max: number) => ({ min, max }) },
  at: shortAt,
  overview,
  checklist: {
    progress: (done: number, all: number) => ({ done, all }),
    mailTo: (email: string) => ({ email }),
    putAwayNamed: name,
    bringBackNamed: name,
    todo: {
      unnamed: url,
      machine: url,
      network: url,
      unreached: url,
      redirects: url,
      other_service: url,
      other_address: url,
      other_keys: url,
      certificate: url,
      ends_soon: url,
      no_older_tls: url,
      open: url,
    },
  },
  mail: {
    through: (server: string, sender: string) => ({ server, sender }),
    last: (result: string) => ({ result }),
  },
  figures,
  why: { heading: name, account: name, character: name, visitor: name },
  account: {
    friends: count,
    why: name,
    suspendedSince: (since: number, until: number | undefined) => ({
      since: instant(since),
      ...(until === undefined ? { form: 'forever' } : { form: 'until', until: instant(until) }),
    }),
    deletesAt: at,
    heldUntil: (held: string, until: number) => ({ name: held, until: instant(until) }),
    releaseName: name,
    grantAbout: { admin: name, moderator: name },
    ungrantAbout: { admin: name, moderator: name },
    deleteAbout: (word: string, when: number) => ({ name: word, at: instant(when) }),
    deleteCharacterAbout: (word: string, when: number) => ({ name: word, at: instant(when) }),
    deleteCharacters: (names: string) => ({ names }),
    releaseAbout: name,
    onlyCharacter: name,
  },
  invites: { reserved: count, usable: count },
  accounts: { of: name, total: count, totalMore: count },
  clients: { grants: count },
}

export const values = {
  account: {
    facts: { on: left, passkeys: count, at: (when: number) => ({ at: day(when) }) },
    attention: { fewCodes: { problem: left } },
    signedIn: { all: count },
  },
  admin,
  apiTokens: { by: name, revokeNamed: name },
  appPasswords: { createdAt: at, usedAt: at, remove: name, signsIn: name },
  characters: {
    leavesAt: at,
    room: count,
    full: count,
    nextAt: at,
    isSuspended: suspension,
    primaryAt: at,
    deleteGrace: count,
  },
  community: {
    hints: { name: otherwise, accent: otherwise },
    fixed: (variable: string) => ({ variable }),
  },
  deletion: {
    remains: count,
    grace: count,
    leaving: { explanation: (word: string, when: number) => ({ username: word, at: instant(when) }) },
  },
  devices: { at },
  email: { confirm: { explanation: (address: string) => ({ address }) } },
  errors: { otherAddress: { advice: (address: string) => ({ address }) } },
  friends: {
    waiting: (heading: string, number: number) => ({ heading, count: number }),
    accept: name,
    decline: name,
    cancel: name,
    remove: name,
    block: name,
    unblock: name,
    problems: { tooMany: minutes },
  },
  groups: { count, remove: name, problems: { player: (text: string) => ({ text }), tooManyPlayers: count } },
  home: { about: name },
  invitation: { heading: name, group: (group: string) => ({ group }) },
  play: {
    accountHow: name,
    launcherDone: shortAt,
    gameDone: shortAt,
    gameReported: shortAt,
    troubleOf: name,
    next: (step: string) => ({ step }),
  },
  layout: {
    show: (field: string) => ({ field }),
    confirm: {
      heading: (what: string, word: string) => ({ what, name: word }),
      type: name,
      mistyped: name,
    },
  },
  linked: {
    door: (address: string) => ({ address }),
    bedrock: name,
    since: (neighbour: string, when: number) => ({ neighbour, at: instant(when) }),
    linkAt: name,
    unlink: name,
    unlinkFrom: player,
    question: player,
    consequence: player,
    problems: { tooMany: minutes, tooManySignIns: minutes },
    identity: {
      link: title,
      leading: title,
      since: at,
      lastSignIn: at,
      unlink: title,
      problems: { taken: title, another: title },
    },
  },
  links: {
    password: { setup: username, about: username },
    factor: { about: username },
    admin: { once: (until: number) => ({ until: instant(until) }) },
  },
  neighbours: {
    hostsAbout: name,
    says: {
      yes: (player: string, id: string, milliseconds: number) => ({ name: player, id, milliseconds }),
      no: (milliseconds: number) => ({ milliseconds }),
      unsure: (problem: string, milliseconds: number) => ({ problem, milliseconds }),
    },
    unlist: name,
    unusable: (problem: string) => ({ problem }),
  },
  providers: {
    ahead: (seconds: number) => ({ seconds }),
    synced: ({ asked, made, ended, failed, waiting: left }: ReturnType<typeof shownSync>) => ({
      asked,
      made,
      ended,
      failed,
      waiting: left,
    }),
  },
  oauth: {
    allowHeading: application,
    asks: (asking: string, player: string) => ({ application: asking, username: player }),
    members: { heading: application },
    device: { tooMany: minutes },
    applications: { since: at, remove: application },
    signOut: {
      fromApplication: (asking: string, player: string) => ({ application: asking, username: player }),
      about: username,
    },
  },
  passkeys: { remove: name, addedAt: at, usedAt: at },
  recover: { choose: { explanation: username } },
  register: {
    passwordHint: count,
    passwordProblems: { short: count },
    tooMany: minutes,
    sent: { sentTo: (email: string) => ({ email }) },
    confirm: { explanation: username },
    provider: { lead: title, noEmail: title, emailKnown: title, subjectLinked: title, sameBrowser: title },
  },
  security: {
    app: { isOn: left },
    undo: {
      app: username,
      passkey: username,
      codes: username,
      email: username,
      player: (account: string, word: string, neighbour: string) => ({
        username: account,
        name: word,
        neighbour,
      }),
      appPassword: (account: string, word: string) => ({ username: account, name: word }),
      identity: (account: string, word: string, provider: string) => ({
        username: account,
        name: word,
        provider,
      }),
    },
  },
  library: { by: name, shareNamed: name, stopNamed: name, problems: { tooMany: minutes } },
  reports: {
    problems: { tooMany: minutes },
    worn: count,
    all: count,
    sharedBy: name,
    suspendUploads: name,
    allowUploads: name,
    uploadsSince: shortAt,
  },
  servers: {
    count,
    only: name,
    gone: (groups: string) => ({ groups }),
    mayJoinAs: (names: string) => ({ names }),
  },
  settings: {
    username: {
      cooldown: count,
      nextChange: at,
      takeBack: (names: string) => ({ names }),
      since: at,
    },
    export: { tooMany: minutes },
    password: { local: (address: string) => ({ address }) },
  },
  signIn: {
    tooMany: minutes,
    suspended: suspension,
    continueAs: username,
    continueTo: application,
    code: { tooMany: minutes },
    provider: {
      continue: title,
      unanswered: title,
      declined: title,
      unproved: title,
      closed: title,
      guild: title,
      notLinked: title,
    },
  },
  stepUp: {
    with: title,
    mail: { explanation: (email: string) => ({ email }) },
    problems: { another: title },
  },
  rules: { acceptedAt: (when: number) => ({ at: day(when) }) },
  skin: {
    skin: { sizes: scale, wornModel: (model: string) => ({ model }) },
    cape: { sizes: scale },
    former: { until: (when: number) => ({ at: day(when) }) },
    tooMany: (seconds: number) => ({ seconds }),
  },
  visitors: { purgeAbout: name, releaseAbout: name, isReleased: name },
  wardrobe: {
    count: (number: number, size: number) => ({ count: number, size }),
    wearNamed: name,
    renameNamed: name,
    removeNamed: name,
    downloadNamed: name,
    shelves: name,
  },
  webhooks: { tries: count },
} satisfies Naming
