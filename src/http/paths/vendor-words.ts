// The only file with the vendor's words: authlib-injector, the game and its servers have these built in, whatever NORN_GAME is.

/** authlib-injector puts this where the vendor's host for its newer routes was. */
export const servicesPath = '/minecraftservices'

/** The metadata's flag by which authlib-injector asks us for privileges and bans instead of making them up. */
export const askForAttributes = 'feature.enable_mojang_anti_features'

/** Java options of unmodified games begin with this; the name of a host follows. */
export const hostOptionPrefix = 'minecraft.api'

/** The Java option of the proxy Velocity for the address that it asks whether a player has joined. */
export const velocityOption = 'mojang.sessionserver'

/** That address, below the base URL, as the vendor's host has it. */
export const hasJoinedPath = '/session/minecraft/hasJoined'
