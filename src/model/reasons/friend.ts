import type { Reasons } from './reason.ts'

const adding = ['PUT /accounts/:id/friends/:other']

/** Why two players do not become friends. The game and pages have words of their own for those that they also decline for. */
export const friendReasons = {
  friend_self: {
    at: adding,
    sentence: 'Both are the same player. Name another one.',
    when: 'a player and the same player are to be friends',
    remedy: 'name another player',
  },
  friend_limit: {
    at: adding,
    sentence:
      'The list of one of them has as many friends and requests sent as NORN_FRIENDS_LIMIT allows. Remove one first.',
    when: 'the list has `NORN_FRIENDS_LIMIT` friends and requests sent, or 200 players are blocked',
    remedy: 'remove one first',
  },
  friend_blocked: {
    at: adding,
    sentence: 'One of them blocks the other. Only the player who blocks can end that.',
    when: 'an operator makes two players friends, of whom one blocks the other',
    remedy: 'the player who blocks ends that on `/account/friends`',
  },
  friend_leaving: {
    at: adding,
    sentence: 'One of them is to be deleted. POST /accounts/{id}/keep takes that back.',
    command: 'one of them is to be deleted; take that back first: norn account keep',
    when: 'an operator makes two players friends, of whom one waits for the deletion of its account',
    remedy: '`norn account keep` takes the deletion back',
  },
} as const satisfies Reasons
