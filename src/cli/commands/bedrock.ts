// Links to players of Bedrock.
import { bedrockFields } from '../../model/community/bedrock.ts'
import { type Command, command } from '../line/command.ts'
import { accountArgument } from '../line/common-arguments.ts'

const { gamertag, xuid } = bedrockFields

const xuidArgument = { xuid: { meaning: xuid.meaning } } as const

const gamertagOption = { gamertag: { value: 'NAME', meaning: gamertag.meaning } } as const

export const bedrockCommands: readonly Command[] = [
  command({
    name: 'bedrock link',
    arguments: { ...accountArgument, ...xuidArgument },
    options: gamertagOption,
    summary: 'links a player to a player of Bedrock',
    help: 'Links a player to a player of the Bedrock Edition, who is this player on game servers that ask here\n(NORN_BEDROCK_LINKS), and prints xuid, gamertag and linkedAt. Either has one link at most; one that is there\nalready gets the gamertag. The owner gets an email.',
    run: async (given, output) => (await import('../community/bedrock.ts')).link(given, output),
  }),
  command({
    name: 'bedrock unlink',
    arguments: accountArgument,
    summary: 'ends the link of a player to a player of Bedrock',
    help: 'Ends the link of a player to a player of Bedrock and prints what "norn bedrock link" prints, or with --json\nan empty object if there is no link. Game servers that ask learn of it at once; who is on one stays there.',
    run: async (given, output) => (await import('../community/bedrock.ts')).unlink(given, output),
  }),
  command({
    name: 'bedrock list',
    summary: 'lists the players who are linked to a player of Bedrock',
    help: 'Lists the players who are linked to a player of Bedrock, by UUID: id, username, xuid, gamertag (null if nobody\nsaid it) and linkedAt.',
    readOnly: true,
    run: async (given, output) => (await import('../community/bedrock.ts')).list(given, output),
  }),
  command({
    name: 'bedrock code',
    arguments: xuidArgument,
    options: gamertagOption,
    summary: 'makes a code with which a player of Bedrock links an account',
    help: 'Makes a code of six digits for a player of Bedrock, for scripts on a game server that knows the XUID, and prints\ncode and expiresAt. Somebody who types it on the page of linked accounts within ten minutes is asked whether that\nplayer is to be linked. It replaces the current code of that player.',
    run: async (given, output) => (await import('../community/bedrock.ts')).code(given, output),
  }),
]
