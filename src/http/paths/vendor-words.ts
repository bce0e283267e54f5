// The only file with the vendor's words: authlib-injector, the game and its servers have these built in, whatever
// NORN_GAME is.

/** authlib-injector replaces the vendor's host for newer routes with this. */
export const servicesPath = '/minecraftservices'

/** The metadata flag that makes authlib-injector ask us for privileges and bans instead of inventing them. */
export const askForAttributes = 'feature.enable_mojang_anti_features'

/** Java options of unmodified games begin with this, followed by the name of a host. */
export const hostOptionPrefix = 'minecraft.api'

/** The Java option for the address at which the proxy Velocity asks whether a player has joined. */
export const velocityOption = 'mojang.sessionserver'

/** The path of that address below the base URL, as on the vendor's host. */
export const hasJoinedPath = '/session/minecraft/hasJoined'

/** The vendor as a neighbour: its own hosts, and the word that authlib-injector has in its paths. */
export const vendorHosts = {
  game: 'minecraft',
  servicesPath,
  addresses: {
    hasJoined: 'https://sessionserver.mojang.com/session/minecraft/hasJoined',
    profile: 'https://sessionserver.mojang.com/session/minecraft/profile/',
    names: { single: 'https://api.mojang.com/users/profiles/minecraft/' },
    keys: 'https://api.minecraftservices.com/publickeys',
  },
  textureHosts: ['textures.minecraft.net'],
}

/** The words of files that set a launcher up: Modrinth's packs name the game, Prism's instances what they are made of. */
export const launcherWords = {
  game: 'minecraft',
  folder: '.minecraft',
  uids: {
    game: 'net.minecraft',
    'fabric-loader': 'net.fabricmc.fabric-loader',
    forge: 'net.minecraftforge',
    neoforge: 'net.neoforged',
    'quilt-loader': 'org.quiltmc.quilt-loader',
  },
} as const
