import type { Reasons } from './reason.ts'

/** Reasons to refuse links to players of Bedrock. */
export const bedrockReasons = {
  bedrock_taken: {
    at: ['PUT /accounts/:id/bedrock'],
    sentence:
      'The XUID is linked to another player, or the player to another XUID. DELETE /accounts/{id}/bedrock ends a link.',
    command:
      'the XUID is linked to another player, or the player to another XUID; "norn bedrock list" shows all links, "norn bedrock unlink ACCOUNT" ends one',
    when: 'the Bedrock player is linked to another player, or the player to another Bedrock player; also on the page of linked accounts',
    remedy: 'end the other link first',
  },
  too_many_bedrock_codes: {
    at: ['POST /bedrock-codes'],
    status: 429,
    sentence: 'As many Bedrock players as may have a code have one. Try again in a minute.',
    command: 'as many Bedrock players as may have a code have one; try again in a minute',
    when: '100 Bedrock players have a code that is valid',
    remedy: 'wait: a code is valid for ten minutes',
  },
} as const satisfies Reasons
