import type { Widget } from '../domain/figures/widget-look.ts'
import { isoTime } from '../lib/text/instant.ts'

/** Returns what the widget says as its JSON has it. `baseUrl` is that of the service. */
export const shownWidget = ({ at, players, isMore, servers, names }: Widget, baseUrl: string) => ({
  at: isoTime(at),
  players,
  isMore,
  ...(servers && { servers }),
  ...(names && {
    names: names.map(({ id, username }) => ({
      name: username,
      face: `${baseUrl}/skinsystem/face/${id}.png?size=64`,
    })),
  }),
})
