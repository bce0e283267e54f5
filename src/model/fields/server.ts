import { admittedPlayers } from '../community/admitted-players.ts'
import { maxGroupsNamed } from '../community/group.ts'
import { linkedPlayerUses } from '../community/linked-player.ts'
import { choice, onOff, orNull, text, words } from './field.ts'
import { neighbourWhos } from './neighbour.ts'

/** The fields of a game server that can be changed. */
export const serverFields = {
  /** Initially the name. */
  title: text({
    placeholder: 'TITLE',
    rule: 'label',
    meaning: 'the name that players see, up to 64 characters',
  }),
  /** `HOST` or `HOST:PORT`. Null if players are not told. */
  address: orNull(
    text({
      placeholder: 'HOST[:PORT]',
      rule: 'hostAndPort',
      meaning: 'the address at which players join it',
    }),
    'show players no address',
  ),
  /** Only members of one of these groups may join. If there are none, everybody may. A group may be deleted. */
  groups: words({
    option: 'group',
    placeholder: 'NAME',
    max: maxGroupsNamed,
    meaning: 'only members of this group may join',
    initial: [],
    without: 'let everybody join',
  }),
  /** The ids of the neighbours whose players it takes. */
  neighbours: words({
    option: 'neighbour',
    placeholder: 'ID',
    meaning: 'name a neighbour, another account service',
    initial: [],
    without: 'name no neighbours',
  }),
  groupsProperty: onOff({
    meaning: 'whether its answers contain the groups of the player, in the property norn_groups',
    initial: false,
    isQuiet: true,
  }),
  /** Replaces the `who` of its neighbours. Null if each has its own. */
  who: orNull(
    choice(neighbourWhos, {
      placeholder: 'WHO',
      meaning: 'the players of its neighbours who may join here',
      isQuiet: true,
    }),
    'let each neighbour decide that',
  ),
  sourceProperty: onOff({
    meaning: 'whether its answers about players of neighbours contain the property norn_source',
    initial: false,
    isQuiet: true,
  }),
  links: choice(linkedPlayerUses, {
    placeholder: 'USE',
    meaning: 'players of its neighbours that are linked to an account join as themselves, or as the account',
    initial: 'admit',
    isQuiet: true,
  }),
  characters: choice(admittedPlayers, {
    placeholder: 'WHICH',
    meaning: 'the players of an account that may join: each of them, or the primary one',
    initial: 'all',
    isQuiet: true,
  }),
  gameVersion: orNull(
    text({
      placeholder: 'VERSION',
      rule: 'version',
      meaning: 'the version of the game, for files that set a launcher up',
      isQuiet: true,
    }),
    'offer players no files for launchers',
  ),
  loader: orNull(
    text({
      placeholder: 'LOADER',
      rule: 'loader',
      meaning: 'the loader of its mods and its version, for the same files',
      isQuiet: true,
    }),
    'name no loader of mods',
  ),
  mods: orNull(
    text({
      placeholder: 'LINES',
      rule: 'mods',
      meaning: 'the mods that players need, one a line, for the same files',
      isQuiet: true,
    }),
    'name no mods',
  ),
}
