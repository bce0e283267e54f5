// Asks authlib, the game's own library, whether a player has joined, and for the UUID of a name. It runs from its source
// and finds everything by name, since each version of authlib has its own signatures.
// Arguments: the port of a proxy on this machine, to which authlib sends everything; a username; a server id.

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.TreeSet;
import java.util.UUID;

public class AskAuthlib {
  static Proxy proxy;
  static String username;

  public static void main(String[] given) throws Exception {
    proxy = new Proxy(Proxy.Type.HTTP, new InetSocketAddress("127.0.0.1", Integer.parseInt(given[0])));
    username = given[1];
    hasJoined(given[2]);
    ask(service("createProfileRepository"), type("GameProfileRepository"), "findProfilesByNames", List.of());
    // The server id tells the proxy which option was left out.
    for (Object option : new TreeSet<>(System.getProperties().keySet())) {
      if (!option.toString().startsWith("minecraft.api.")) continue;
      String value = System.clearProperty(option.toString());
      hasJoined("without-" + option);
      System.setProperty(option.toString(), value);
    }
    // Newer versions keep threads.
    System.exit(0);
  }

  static void hasJoined(String serverId) throws Exception {
    Class<?> sessions = type("minecraft.MinecraftSessionService");
    boolean hasProfile = Arrays.stream(sessions.getMethods())
        .anyMatch(method -> method.getName().equals("hasJoinedServer")
            && method.getParameterTypes()[0].getSimpleName().equals("GameProfile"));
    List<String> texts = hasProfile ? List.of(serverId) : List.of(username, serverId);
    ask(service("createMinecraftSessionService"), sessions, "hasJoinedServer", texts);
  }

  static Object service(String create) throws Exception {
    Class<?> service = type("yggdrasil.YggdrasilAuthenticationService");
    return service.getMethod(create).invoke(service.getConstructor(Proxy.class).newInstance(proxy));
  }

  /** Prints the answer. What was asked, the proxy knows. */
  static void ask(Object service, Class<?> type, String name, List<String> texts) throws Exception {
    for (Method method : type.getMethods()) {
      if (!method.getName().equals(name)) continue;
      Iterator<String> rest = texts.iterator();
      Class<?>[] types = method.getParameterTypes();
      Object[] values = new Object[types.length];
      for (int at = 0; at < types.length; at++) values[at] = value(types[at], rest);
      try {
        System.out.println(name + ": " + method.invoke(service, values));
      } catch (InvocationTargetException refused) {
        System.out.println(name + " failed: " + refused.getCause());
      }
    }
  }

  static Object value(Class<?> type, Iterator<String> texts) throws Exception {
    switch (type.getSimpleName()) {
      case "String":
        return texts.next();
      case "String[]":
        return new String[] {username};
      case "GameProfile":
        return type.getConstructor(UUID.class, String.class).newInstance(null, username);
      case "Agent":
        return type.getField("MINECRAFT").get(null);
      case "ProfileLookupCallback":
        return java.lang.reflect.Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, AskAuthlib::found);
      default:
        return null;
    }
  }

  static Object found(Object callback, Method method, Object[] values) {
    System.out.println(method.getName() + ": " + Arrays.toString(values));
    return null;
  }

  static Class<?> type(String name) throws ClassNotFoundException {
    return Class.forName("com.mojang.authlib." + name);
  }
}
