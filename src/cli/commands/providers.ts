// Services through which people sign in here.
import { providerPresets } from '../../model/community/provider.ts'
import { providerFields } from '../../model/fields/provider.ts'
import { type Command, command } from '../line/command.ts'
import { changeOptionsOf, optionsOf } from '../line/field-options.ts'

const nameArgument = { name: { meaning: 'the name of the provider' } } as const

const addressOptions = {
  'authorize-url': { value: 'URL', meaning: 'with oauth2: the address at which people sign in' },
  'token-url': { value: 'URL', meaning: 'with oauth2: the address that exchanges codes' },
  'userinfo-url': { value: 'URL', meaning: 'with oauth2: the address that says who somebody is' },
} as const

const mapOptions = {
  claim: {
    value: 'NAME=CLAIM',
    multiple: true,
    meaning:
      'the claim, a name or a dotted path, for subject (of oauth2 alone), username, email or groups; may be repeated',
  },
  'group-map': {
    value: 'VALUE=GROUP',
    multiple: true,
    meaning:
      'a value of the claim groups, or the id of a role of the guild, makes members of a group; may be repeated',
  },
} as const

export const providerCommands: readonly Command[] = [
  command({
    name: 'provider add',
    arguments: { name: { meaning: 'up to 32 of a-z, 0-9 and -, beginning with a letter or a digit' } },
    options: {
      preset: {
        value: 'PRESET',
        choices: providerPresets,
        meaning: 'discord, github, google or microsoft: its addresses are known',
      },
      issuer: { value: 'URL', meaning: 'the issuer of OpenID Connect; its discovery document is read now' },
      kind: { value: 'KIND', choices: ['oauth2'], meaning: 'oauth2: OAuth 2.0 without OpenID Connect' },
      ...addressOptions,
      private: { meaning: 'allow addresses of this machine or its network, and http: there' },
      'client-id': {
        value: 'ID',
        required: true,
        meaning: 'the id of the client that this service is there',
      },
      'client-secret-stdin': { meaning: 'read the secret of that client from standard input: one line' },
      ...optionsOf(providerFields),
      ...mapOptions,
    },
    summary: 'lets people sign in by another service',
    help: 'Adds a provider, another service through which people sign in here, and prints it as "norn provider show"\ndoes: a preset, an issuer of OpenID Connect, or with --kind oauth2 three addresses. Register redirectUri there;\nwhat to click is printed. The secret is never shown. The name is a part of redirectUri and never changes.',
    run: async (given, output) => (await import('../community/provider.ts')).add(given, output),
  }),
  command({
    name: 'provider list',
    summary: 'lists the providers',
    help: 'Lists the providers by name, as "norn provider show" prints them.',
    readOnly: true,
    run: async (given, output) => (await import('../community/provider.ts')).list(given, output),
  }),
  command({
    name: 'provider show',
    arguments: nameArgument,
    summary: 'shows a provider',
    help: 'Shows a provider: name, preset, kind, issuer, clientId, title, registration, email, scope, auth, tenant,\nhostedDomain, guild, guildRequired, claims, groupMap, authorizeUrl, tokenUrl, userinfoUrl, private, hasBotToken,\nredirectUri, to be registered there, accounts: how many are linked, up to 1000, createdAt, lastSignInAt and\nlastProblem: when and why the last sign-in failed or, if it did not, since when a bot has heard nothing of\nmembers for a day; otherwise null.',
    readOnly: true,
    run: async (given, output) => (await import('../community/provider.ts')).show(given, output),
  }),
  command({
    name: 'provider set',
    arguments: nameArgument,
    options: {
      ...changeOptionsOf(providerFields),
      ...addressOptions,
      'client-id': { value: 'ID', meaning: 'the id of the client that this service is there' },
      'client-secret-stdin': { meaning: 'read the secret of that client from standard input: one line' },
      ...mapOptions,
      'no-group-map': { meaning: 'values are names of groups' },
      'bot-token-stdin': {
        meaning: 'with discord: read the token of a bot in the guild from standard input: one line',
      },
      'no-bot-token': { meaning: 'forget the token of the bot' },
      refresh: { meaning: 'read its discovery document again' },
    },
    summary: 'changes a provider',
    help: 'Changes a provider; options that you omit leave it as it is. --claim changes the claims that it names,\n--group-map replaces the whole map. Subjects are those of one issuer: to use another one, remove the provider\nand add it again. The secret and the token are never shown.',
    run: async (given, output) => (await import('../community/provider.ts')).set(given, output),
  }),
  command({
    name: 'provider test',
    arguments: nameArgument,
    summary: 'asks a provider for its addresses and keys',
    help: 'Asks a provider for its discovery document and its keys, tries the secret with a code that does not exist,\nand begins a sign-in. Prints name, problems: each with problem (unreachable, issuer, document, keys, secret,\ncallback or clock) and what was said, and secondsAhead: how far its clock is ahead, null if it does not tell.\nOnly a person who signs in can test the rest. The exit status is 1 if there are problems.',
    readOnly: true,
    run: async (given, output) => (await import('../community/provider.ts')).test(given, output),
  }),
  command({
    name: 'provider sync',
    arguments: nameArgument,
    summary: 'asks Discord about the members of its guild',
    help: 'Asks Discord by the token of a bot about everyone who is linked, two a second, and makes and ends memberships\nas their roles say. A running service does this by itself every six hours. Prints name and what this command\ndid: asked, made and ended memberships, failed: answers of no use, which change nothing, and waiting: who is\nleft, up to 1000, if Discord wants to be left alone; a running service continues with them.',
    run: async (given, output) => (await import('../community/provider.ts')).sync(given, output),
  }),
  command({
    name: 'provider remove',
    arguments: nameArgument,
    options: { force: { meaning: 'remove it even if it is the only way in of somebody' } },
    summary: 'removes a provider',
    help: 'Removes a provider, with the accounts that are linked to it and the memberships that it made. Refused while\nit is the only way in of somebody, unless forced; prints name and lost: how many have no way in any more, up to\n1000. For an hour, "norn deletion undo" brings it back.',
    run: async (given, output) => (await import('../community/provider.ts')).remove(given, output),
  }),
]
