import { instantIn } from '../../../lib/text/intl.ts'
import type { WhyText } from '../text.ts'

const instant = instantIn('zh-CN')

const signInAgain = '请在启动器中退出登录，重新登录，再从启动器启动游戏。'
const ours = ({ at }: { at: string }): string => `是我们这边的故障：请查看 ${at} 的日志。之后请玩家重试。`
const oursOnPage = ({ at }: { at: string }): string =>
  `是我们这边的故障。请玩家重试；如果仍然如此，请把发生的时间（${at}）告诉管理员。`
const foreign = '游戏以一个账号的名字和另一个账号的令牌启动。请在启动器中重新选择账号，再从启动器启动游戏。'
const serverAsks = ({ agent }: { agent: string }): string =>
  `服务器是否向本服务查询？启动命令的 -jar 之前需要这一行，服务器日志中也应出现它：${agent}`

const suspended = (name: string, until: number | undefined, reason: string | undefined): string =>
  `${name} 已被${until === undefined ? '无限期停用' : `停用至 ${instant(until)}`}${
    reason === undefined ? '' : `，原因：${reason}`
  }。`

export const zhCn: WhyText = {
  instant,
  succeeded: {
    web: '在网页上登录。',
    oauth: '通过应用登录。',
    authenticate: '通过启动器登录。',
    refresh: '启动器更新了令牌。',
    join: '游戏告知正在加入服务器。',
    hasJoined: '游戏服务器来查询，我们已答复允许玩家进入。',
  },
  refused: {
    credentials_invalid: '登录名、密码或验证码错误。',
    second_factor_required: '密码正确，但缺少验证码。',
    account_suspended: '账号当时已被停用。',
    too_many_guesses: '此前输错密码或验证码的次数过多。',
    overloaded: '当时登录的玩家太多。',
    token_invalid: '启动器的令牌已失效，或不是由我们签发。',
    token_expired: '启动器的令牌已过期。',
    parameters_missing: '游戏的请求缺少内容。',
    join_token_invalid: '游戏的令牌已失效，或不是由我们签发。',
    join_token_expired: '游戏的令牌已过期。',
    join_scope_missing: '游戏的令牌没有加入服务器的权限。',
    join_profile_foreign: '游戏给出的账号与令牌的账号不同。',
    join_name_foreign: '游戏给出的账号与令牌的账号不同。',
    server_not_allowed: '该玩家不属于此游戏服务器允许的任何用户组。',
    server_paused: '此游戏服务器已暂停。',
    server_unknown: '游戏服务器使用了已失效或不存在的地址。',
    join_unknown: '游戏服务器来查询，但游戏没有在这里加入它。',
    username_unknown: '游戏服务器查询了这个名字，但当时没有人使用它。',
    never_joined: '游戏服务器来查询，但游戏没有在这里加入任何服务器。',
    server_id_differs: '游戏服务器来查询，但游戏加入的是另一个服务器。',
    join_address_differs: '游戏服务器看到的玩家地址与我们看到的不同。',
    join_expired: '游戏服务器查询得太晚。',
    join_taken: '同一次加入被第二个服务器查询，或被同一服务器再次查询。',
    ip_malformed: '游戏服务器发来的玩家地址不是地址。',
    grant_ended: '玩家给应用的授权已失效。',
    database_unavailable: '我们的数据库没有响应。',
    unexpected: '我们这边出了故障。',
  },
  refusedOtherwise: (reason) => `被拒绝：${reason}。`,
  advice: {
    credentials_invalid: ({ name, baseUrl }) =>
      `有人输入了错误的密码，或者错误、已用过的验证码。${name} 可以在 ${baseUrl}/recover 设置新密码，也可以由您设置：norn account password ${name}`,
    second_factor_required: () => '已启用两步验证。在启动器的密码栏中输入密码、冒号和验证码：password:123456',
    account_suspended: ({ name }) => `${name} 当时已被停用，现在已恢复。停用使所有令牌失效。${signInAgain}`,
    too_many_guesses: ({ name, address }) =>
      `有人输错密码或验证码的次数过多。过一会儿会自动解除；立即解除：norn account unlock ${name} --address ${address}`,
    overloaded: () => '同时登录的玩家太多。请重试；如果经常发生，请增加核心或实例。',
    token_invalid: () =>
      `启动器的令牌已失效：退出登录、设置了新密码、账号被停用，或在另一个启动器中使用。${signInAgain}`,
    token_expired: () => `启动器的令牌已过期。${signInAgain}`,
    parameters_missing: () => '游戏的请求缺少内容。请更新启动器和游戏。',
    join_token_invalid: () => `游戏启动时所用的令牌已失效，或属于其他服务的账号。${signInAgain}`,
    join_token_expired: () => '游戏启动时所用的令牌已过期。请从启动器重新启动游戏。',
    join_scope_missing: () => '启动游戏的应用没有请求加入服务器的权限。请用启动器登录，或为应用注册该权限。',
    join_profile_foreign: () => foreign,
    join_name_foreign: () => foreign,
    server_not_allowed: ({ name, server, groups }) =>
      `游戏服务器 ${server} 只允许以下用户组的成员：${groups || '（已删除）'}。要允许 ${name}：norn group add GROUP ${name}`,
    server_paused: ({ server }) => `游戏服务器 ${server} 已暂停。要恢复：norn server resume ${server}`,
    server_unknown: () =>
      '游戏服务器使用的根地址已被替换、移除，或填写有误。请使用 norn client-setup --server NAME 输出的内容。',
    join_unknown: ({ baseUrl }) =>
      `服务器向本服务查询，但游戏没有在这里加入。启动器中的账号是 ${baseUrl} 的吗？`,
    username_unknown: ({ name }) =>
      `服务器查询时没有人叫 ${name}。请在启动器中重新登录，让游戏得到现在的名字。`,
    never_joined: ({ baseUrl, agent }) =>
      `服务器向本服务查询，而游戏没有：它使用的是其他服务。请在启动器中选择 ${baseUrl} 的账号。不认识本服务的启动器用这一行启动游戏：${agent}`,
    server_id_differs: () =>
      '游戏加入的不是来查询的服务器。使用代理时只应由代理查询：请在其后的服务器上设置 online-mode=false。否则请重新加入。',
    join_address_differs: () =>
      '服务器会比较地址，而它看到的玩家地址与本服务看到的不同。如果本服务位于代理之后，请设置 NORN_TRUST_PROXY；否则请在 server.properties 中设置 prevent-proxy-connections=false。',
    join_expired: () => '服务器在游戏加入很久之后才查询。请重新加入；如果仍然如此，说明服务器或其网络太慢。',
    join_taken: () => '代理和其后的服务器查询了同一次加入。请在代理之后的服务器上设置 online-mode=false。',
    ip_malformed: () =>
      '服务器或其插件发来的玩家地址不是地址。请更新它，或在 server.properties 中设置 prevent-proxy-connections=false。',
    grant_ended: () => '玩家给应用的授权已结束：被移除、使用了两次，或因新密码而失效。请重新登录该应用。',
    database_unavailable: ours,
    unexpected: ours,
  },
  adviceOtherwise: ({ at }, reason) => `${at} 的尝试被拒绝：${reason}。原因见 docs/errors.md。`,
  noName: (name) => `没有用户名、邮箱或 UUID 为“${name}”的账号。请检查拼写。`,
  noAccount: (name) =>
    `没有账号 ${name}，也没有人尝试过这个名字。请检查拼写，或创建账号：norn account create --username ${name}`,
  noAccountTyped: (name) =>
    `没有账号 ${name}：有人用没有人使用的名字登录。请检查拼写，或创建账号：norn account create --username ${name}`,
  noAccountAsked: (name) =>
    `没有账号 ${name}，但有游戏服务器查询过它：玩家的启动器登录的是其他服务，或处于离线模式。请在启动器中登录本服务的账号。`,
  renamed: (former, now) => `${former} 现在名为 ${now}，启动器中可能还是旧名字。${signInAgain}`,
  suspended: (name, until, reason) =>
    `${suspended(name, until, reason)}恢复账号：norn account restore ${name}`,
  leaving: (name, at) =>
    `${name} 的所有者已要求删除账号：${instant(at)}。在此之前可以在网页上登录并点击“保留我的账号”。`,
  nobodyTried: ({ name, baseUrl, agent }) =>
    `没有人尝试过：没有启动器，也没有游戏服务器查询过 ${name}。启动器中的账号是 ${baseUrl} 的吗？${serverAsks({ agent })}`,
  pageAlone: ({ at, name, baseUrl }) =>
    `${name} 于 ${at} 在网页上登录，此后没有在启动器中登录。请在启动器中添加 ${baseUrl} 为认证服务器并登录。`,
  launcherAlone: ({ at, agent }) =>
    `已于 ${at} 登录，但此后游戏没有告知加入任何服务器。可能没有人加入服务器，也可能游戏使用的是其他服务；不认识本服务的启动器用这一行启动游戏：${agent}`,
  joinAlone: (facts) => `游戏于 ${facts.at} 加入了服务器，但没有服务器来查询。${serverAsks(facts)}`,
  letIn: ({ at, name }) =>
    `${at} 一切正常：服务器已获知可以让 ${name} 进入。如果玩家仍然进不去，原因在服务器本身（白名单、封禁、模组、版本）：请看它的日志。`,
  onPage: {
    advice: {
      server_not_allowed: ({ name, server, groups }) =>
        `游戏服务器 ${server} 只允许以下用户组的成员：${groups || '（已删除）'}。请在下方将 ${name} 加入其中一个。`,
      server_paused: ({ server }) => `游戏服务器 ${server} 已暂停。请在“游戏服务器”中打开它并点击“恢复”。`,
      credentials_invalid: ({ name, baseUrl }) =>
        `有人输入了错误的密码，或者错误、已用过的验证码。${name} 可以在 ${baseUrl}/recover 设置新密码。`,
      too_many_guesses: () => '有人输错密码或验证码的次数过多。请稍候再试。',
      database_unavailable: oursOnPage,
      unexpected: oursOnPage,
    },
    adviceOtherwise: ({ at }, reason) =>
      `${at} 的尝试被拒绝：${reason}。请玩家重试；如果仍然如此，请告诉管理员。`,
    noAccount: (name) => `没有账号 ${name}，也没有人尝试过这个名字。请检查拼写。新玩家需要先注册。`,
    noAccountTyped: (name) => `没有账号 ${name}：有人用没有人使用的名字登录。请检查拼写。新玩家需要先注册。`,
    suspended: (name, until, reason) =>
      `${suspended(name, until, reason)}要恢复账号，请打开下方的账号页面并点击“恢复”。`,
  },
}
