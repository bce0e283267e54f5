import { type Player, password } from './players.ts'

export const clientToken = 'a-launcher-of-the-benchmark'

/** Gives each player a token. */
export async function signIn(port: number, players: Player[]): Promise<void> {
  const queue = players.values()
  const one = async () => {
    for (const player of queue) {
      const answer = await fetch(`http://127.0.0.1:${port}/auth/authenticate`, {
        method: 'POST',
        body: JSON.stringify({ username: player.username, password, clientToken }),
      })
      if (answer.status !== 200) throw new Error(`${player.username} can't sign in: ${await answer.text()}`)
      player.accessToken = ((await answer.json()) as { accessToken: string }).accessToken
    }
  }
  await Promise.all(Array.from({ length: 8 }, one))
}
