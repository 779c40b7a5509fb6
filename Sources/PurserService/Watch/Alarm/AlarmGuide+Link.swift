extension AlarmGuide {
    /// The guide of `apple_failing`.
    static let appleFailing = Self(
        Sentence(
            "Apple's server APIs fail or are slow",
            "Apple 服务器接口出错或变慢"
        ),
        extent: Sentence(
            "Apple takes {value} to answer on average, not counting the server's own waiting; the limit is {limit}.",
            "Apple 平均 {value} 才应答（不含本机等待的时间）；限值为 {limit}。"
        ),
        .seconds,
        meaning: Sentence(
            """
            Requests to Apple get no answers. Purchases that arrive as signed transactions are not \
            affected. Receipts, renewals that have to be checked, answers about refunds and reports wait; the \
            server retries them automatically.
            """,
            "向 Apple 的查询得不到应答。以签名交易提交的购买不受影响。收据、需要查询的续订、退款答复和报告会等待，并自动重试。"
        ),
        steps: [
            Sentence(
                "Find out whether Apple or the connection fails: `purser links`.",
                "确认是 Apple 的问题还是链路问题：`purser links`。"
            ),
            Sentence(
                """
                If Apple fails, look at its system status page, and wait: the server fetches missed \
                notifications afterwards.
                """,
                "如果是 Apple 的问题，请查看其系统状态页面并等待；错过的内容之后会补取。"
            ),
            Sentence(
                "If only one app fails, its key may be the cause: `purser doctor{app}`.",
                "如果只有一个 App 失败，可能是密钥问题：`purser doctor{app}`。"
            ),
            Sentence(
                """
                In the meantime, check the refund requests with a deadline: `purser refunds list{app} --state \
                requested`.
                """,
                "故障期间请留意有期限的退款请求：`purser refunds list{app} --state requested`。"
            ),
        ],
        page: "docs/operating/healing.md",
        metrics: ["purser_appstore_calls_total", "purser_appstore_wire_seconds"]
    )

    /// The guide of `link_down`.
    static let linkDown = Self(
        Sentence(
            "A host of Apple's cannot be reached",
            "无法连接 Apple 的主机"
        ),
        extent: Sentence(
            "The last probe of the host failed.",
            "对该主机的最近一次探测失败。"
        ),
        .count,
        meaning: Sentence(
            """
            Once a minute the server tests each of Apple's hosts that it needs: name, connection, TLS, \
            answer. This host cannot be reached from here. Work that depends on it waits and is retried \
            automatically; purchases that arrive as signed transactions are not affected.
            """,
            "服务器每分钟探测一次所需的每个 Apple 主机：域名、连接、TLS、应答。目前从本机无法连通该主机。依赖它的工作会等待并自动重试；以签名交易提交的购买不受影响。"
        ),
        steps: [
            Sentence(
                "Find out at which place and step each host fails: `purser links`.",
                "查看每个主机的中断位置和失败的步骤：`purser links`。"
            ),
            Sentence(
                """
                Place resolver: check this machine's name servers. Place route: check the firewall and the \
                provider. Place tls: check the clock, the root certificates and proxies that decrypt TLS. Place \
                apple: Apple fails, or a proxy that answers in its place.
                """,
                "位置为 resolver：检查本机的域名服务器。route：检查防火墙和运营商。tls：检查时钟、根证书以及会解密 TLS 的代理。apple：问题在 Apple，或在替它应答的代理。"
            ),
            Sentence(
                """
                If all hosts fail at once, the machine's network fails; if one fails, look at Apple's system \
                status page.
                """,
                "如果所有主机同时失败，是本机网络问题；如果只有一个失败，请查看 Apple 的系统状态页面。"
            ),
        ],
        page: "docs/operating/alarms.md",
        metrics: ["purser_link_up", "purser_link_failures_total"]
    )

    /// The guide of `key_refused`.
    static let keyRefused = Self(
        Sentence(
            "Apple refuses a key",
            "Apple 拒绝密钥"
        ),
        extent: Sentence(
            "Calls that Apple refused since it last accepted the key: {value}; the limit is {limit}.",
            "自 Apple 上次接受该密钥以来，已拒绝 {value} 次调用；限值为 {limit}。"
        ),
        .count,
        meaning: Sentence(
            """
            The key was revoked or replaced, one of its ids is wrong, or this machine's clock is wrong. Until \
            it is fixed, missed notifications cannot be fetched, and refund requests are not answered.
            """,
            "密钥已被撤销或替换、某个 ID 有误，或本机时钟不准。修复之前，错过的内容无法补取，退款请求也得不到答复。"
        ),
        steps: [
            Sentence(
                """
                The title names the key: server-api is the app's In-App Purchase key, reports is the key for \
                App Store Connect. For Apple's answer about the key and the clock: `purser doctor{app}`.
                """,
                "标题注明是哪个密钥：server-api 是 App 内购买密钥，reports 是 App Store Connect 密钥。查看 Apple 对密钥和时钟的反馈：`purser doctor{app}`。"
            ),
            Sentence(
                """
                If the key was revoked, create a new one in App Store Connect (Users and Access, \
                Integrations), put its file in place, write its id into the configuration and restart the \
                server.
                """,
                "如果密钥已被撤销，请在 App Store Connect（用户和访问 → 集成）中新建密钥，放好文件，把 ID 写入配置并重启服务器。"
            ),
            Sentence(
                "If the revocation was not planned, find out first who revoked the key, and why.",
                "如果并无人打算撤销，请先查明是谁、为什么撤销。"
            ),
            Sentence(
                "Afterwards fetch the missed notifications: `purser sync{app}`.",
                "之后补取错过的内容：`purser sync{app}`。"
            ),
        ],
        page: "docs/operating/doctor.md",
        metrics: ["purser_appstore_calls_total", "purser_report_fetches_total"]
    )

    /// The guide of `permission_lost`.
    static let permissionLost = Self(
        Sentence(
            "A key lacks a permission",
            "密钥缺少权限"
        ),
        extent: Sentence(
            "Fetches refused since the last permitted one: {value}; the limit is {limit}.",
            "自上次获准以来，已有 {value} 次获取被拒绝；限值为 {limit}。"
        ),
        .count,
        meaning: Sentence(
            """
            Apple accepts the key, but the key has no access to the requested data: its role was removed or \
            is too small, or an agreement has to be accepted. Usually it is the key for reports and prices, \
            which are late until it is fixed; sales are not affected.
            """,
            "密钥有效，但无权获取所请求的内容：角色被收回或过小，或有协议等待接受。多半是报告和价格所用的密钥，修复之前报告会延迟；销售不受影响。"
        ),
        steps: [
            Sentence(
                """
                For the refused requests: `purser reports schedule{app}`; for the key's permissions: `purser \
                doctor{app}`.
                """,
                "查看被拒绝的内容：`purser reports schedule{app}`，以及密钥的权限：`purser doctor{app}`。"
            ),
            Sentence(
                """
                In App Store Connect give the key the role Finance; under Business check whether an agreement \
                waits for the Account Holder.
                """,
                "在 App Store Connect 中为密钥授予“财务”角色；并在“商务”中查看是否有协议等待账户持有人接受。"
            ),
            Sentence(
                "The server then continues automatically; to fetch at once: `purser reports fetch{app}`.",
                "之后会自动继续；也可立即获取：`purser reports fetch{app}`。"
            ),
        ],
        page: "docs/operating/reports.md",
        metrics: ["purser_report_fetches_total", "purser_appstore_calls_total", "purser_report_newest_age_seconds"]
    )
}
