extension AlarmGuide {
    /// The guide of `renewals_missing`.
    static let renewalsMissing = Self(
        Sentence(
            "Subscription renewals are missing",
            "订阅续订消息缺失"
        ),
        extent: Sentence(
            "Of the due renewals, {value} have no result yet; the limit is {limit}.",
            "到期的续订中有 {value} 没有任何消息；限值为 {limit}。"
        ),
        .share,
        meaning: Sentence(
            """
            Subscription periods have ended, and neither Apple's notifications nor Apple's answers say whether \
            they renewed. Customers who paid may lose access when their grace period ends. This is the \
            earliest sign that notifications do not arrive or that Apple does not answer.
            """,
            "订阅周期已到期，但无论是 Apple 的通知还是查询结果都没有说明是否续订。宽限结束后，已付款的客户可能失去权益。这是通知未送达或无法查询 Apple 的最早信号。"
        ),
        steps: [
            Sentence(
                """
                Check that the history is being read, and read it now: `purser sync --status`, then \
                `purser sync{app}`.
                """,
                "查看历史记录是否在正常读取，并立即读取一次：`purser sync --status`，然后 `purser sync{app}`。"
            ),
            Sentence(
                """
                Test the path from Apple to this server, including the proxy and the firewall: `purser \
                doctor{app}`.
                """,
                "测试从 Apple 到本服务器的整条路径（包括代理和防火墙）：`purser doctor{app}`。"
            ),
            Sentence(
                "Check that Apple's hosts can be reached: `purser links`.",
                "查看能否连通 Apple 的主机：`purser links`。"
            ),
            Sentence(
                """
                If both work and renewals are still missing, look at Apple's system status page; nothing is \
                lost, the server asks again for 60 days.
                """,
                "如果两者都正常但仍没有续订消息，请查看 Apple 的系统状态页面；数据不会丢失，服务器会在 60 天内继续查询。"
            ),
        ],
        page: "docs/operating/healing.md",
        metrics: ["purser_renewals_due", "purser_renewals_seen"]
    )

    /// The guide of `notification_mix`.
    static let notificationMix = Self(
        Sentence(
            "The mix of Apple's notifications is unusual",
            "Apple 通知的类型分布异常"
        ),
        extent: Sentence(
            """
            This type of notification arrives {value} as often, or as rarely, as at this hour of other weeks; \
            the limit is {limit}.
            """,
            "该类型的通知数量是其他各周同一时段的 {value}，或仅为其几分之一；限值为 {limit}。"
        ),
        .times,
        meaning: Sentence(
            """
            Apple sends one type far more or far less often than usual. Many failed renewals indicate a \
            billing problem, many expirations or refunds indicate that customers are dissatisfied, and few of \
            one type indicate that notifications are lost.
            """,
            "Apple 发送某一类型通知的频率远高于或远低于平时。续订失败增多通常是扣款问题，到期或退款增多说明客户不满，某一类型减少则可能是通知丢失。"
        ),
        steps: [
            Sentence(
                """
                The title names the app and the type. Check whether the app had a release, a price change or a \
                promotion.
                """,
                "标题注明了 App 和通知类型。请先确认该 App 是否刚刚发布新版本、调整价格或做促销。"
            ),
            Sentence(
                """
                If a type is missing, compare with Apple's own history: `purser sync{app}` reports how many \
                were missing.
                """,
                "如果某类型缺失，请与 Apple 的历史记录比较：`purser sync{app}` 会列出缺失的数量。"
            ),
            Sentence(
                "If the type is refunds, proceed as for a wave of refunds: `purser refunds report{app} --since 7d`.",
                "如果是退款类，请按退款激增处理：`purser refunds report{app} --since 7d`。"
            ),
            Sentence(
                """
                If the change is expected, silence the alarm: `purser alarms silence notification_mix --for \
                7d --reason TEXT`.
                """,
                "如果变化在预期之内，请静默该告警：`purser alarms silence notification_mix --for 7d --reason TEXT`。"
            ),
        ],
        page: "docs/operating/healing.md",
        metrics: ["purser_notification_types_total"]
    )

    /// The guide of `notifications_silent`.
    static let notificationsSilent = Self(
        Sentence(
            "Apple's notifications have stopped",
            "Apple 通知已中断"
        ),
        extent: Sentence(
            """
            At the usual rate of this hour, {value} notifications should have arrived since the last one; the \
            limit is {limit}.
            """,
            "按平时同一时段计算，自上一条通知以来本应收到 {value} 条；限值为 {limit}。"
        ),
        .count,
        meaning: Sentence(
            """
            No notifications arrive from Apple although some are expected. Usually the address in App Store \
            Connect, the proxy, the firewall or the certificate in front of this server has changed; where the \
            last one is "never", the address was not entered for Production. Purchases that apps submit \
            still work; renewals, refunds and cancellations are known late.
            """,
            "本应有 Apple 通知，但完全没有。多半是 App Store Connect 中的地址、代理、防火墙或服务器证书发生了变化；若“上一次”为 never，则从未填写生产环境的地址。App 提交的购买不受影响；续订、退款和取消会延迟得知。"
        ),
        steps: [
            Sentence(
                "Test the whole path with a test notification of Apple's: `purser doctor{app}`.",
                "用 Apple 的测试通知检验整条路径：`purser doctor{app}`。"
            ),
            Sentence(
                """
                Check the proxy in front of the server: is its certificate valid, does it admit 17.0.0.0/8, \
                does it forward `/apple/APP/notifications`?
                """,
                "检查服务器前端：证书是否有效，是否放行 17.0.0.0/8，是否转发 `/apple/APP/notifications`？"
            ),
            Sentence(
                "In App Store Connect, under App Information, compare the address for server notifications.",
                "在 App Store Connect 的“App 信息”中核对服务器通知地址。"
            ),
            Sentence(
                "Fetch the missed notifications: `purser sync{app}`.",
                "补取错过的通知：`purser sync{app}`。"
            ),
        ],
        page: "docs/operating/healing.md",
        metrics: ["purser_notifications_total", "purser_notification_types_total"]
    )

    /// The guide of `status_drift`.
    static let statusDrift = Self(
        Sentence(
            "Apple reports another status of subscriptions than the ledger",
            "Apple 的订阅状态与账本不一致"
        ),
        extent: Sentence(
            "In the sample, {value} of the subscriptions have another status at Apple; the limit is {limit}.",
            "抽样中有 {value} 的订阅在 Apple 处的状态不同；限值为 {limit}。"
        ),
        .share,
        meaning: Sentence(
            """
            The ledger differs from Apple's data. Some customers have access who should not, or the other \
            way round. The server corrects each difference that it finds at once; many of them mean that \
            notifications were lost and the history was not read.
            """,
            "服务器所知与 Apple 不同：有的客户不该有却有权益，或反之。每个发现的差异都会立即更正；差异较多说明通知丢失且历史记录未被读取。"
        ),
        steps: [
            Sentence(
                """
                Fetch the missing notifications: `purser sync{app}`. `lost` in its answer means that another \
                server answered Apple in place of this one.
                """,
                "补读缺失内容：`purser sync{app}`。结果中的 `lost` 表示有其他服务器替本服务器应答了 Apple。"
            ),
            Sentence(
                "Find out until when the history is complete: `purser sync --status`.",
                "查看历史记录完整到何时：`purser sync --status`。"
            ),
            Sentence(
                """
                If a backup was restored or the server was moved, wait for the reading to end; it takes \
                hours with millions of subscriptions.
                """,
                "如果刚恢复过备份或迁移过服务器，请等待读取完成；数百万订阅需要数小时。"
            ),
            Sentence(
                "If it stays, verify what is stored: `purser evidence verify --since 7d`.",
                "如果差异持续存在，请校验已存证据：`purser evidence verify --since 7d`。"
            ),
        ],
        page: "docs/operating/healing.md",
        metrics: ["purser_status_drift"]
    )

    /// The guide of `verification_failures`.
    static let verificationFailures = Self(
        Sentence(
            "Many items that claim to be from Apple fail verification",
            "大量自称来自 Apple 的数据验证失败"
        ),
        extent: Sentence(
            "Items that failed verification within 10 minutes: {value}; the limit is {limit}.",
            "10 分钟内有 {value} 项验证失败；限值为 {limit}。"
        ),
        .count,
        meaning: Sentence(
            """
            A client sends forged purchases, or an app or a notification address is misconfigured. The \
            server recorded none of the data, and no goods were fulfilled for it. If genuine customers are \
            affected, their purchases wait in their apps.
            """,
            "有人在发送伪造的购买数据，或 App、通知地址配置有误。这些数据均未入账，也没有人因此得到商品。如果其中有真实客户，他们的购买仍保留在 App 中等待。"
        ),
        steps: [
            Sentence(
                """
                Find the code: `purser_refusals_total` by `code` in /metrics; the page of error codes \
                explains each.
                """,
                "查看错误码：/metrics 中的 `purser_refusals_total`，按 `code` 区分；错误码页面有逐条说明。"
            ),
            Sentence(
                """
                For codes of a wrong app or environment, a build of the app uses the wrong server. Compare: \
                `purser doctor{app}`.
                """,
                "如果是 App 或环境不符：某个版本的 App 连错了服务器。请核对：`purser doctor{app}`。"
            ),
            Sentence(
                """
                For codes of signatures and chains from few addresses, it is an attack. Block the addresses \
                in front of the server; its rate limits already slow them down.
                """,
                "如果是少数地址发来的签名或证书链错误：属于攻击。请在前端屏蔽；服务器已限制其频率。"
            ),
            Sentence(
                "List the customers concerned: `purser risk list{app}`.",
                "查看涉及的客户：`purser risk list{app}`。"
            ),
        ],
        page: "docs/concepts/trust.md",
        metrics: ["purser_submissions_total", "purser_notifications_total"]
    )

    /// The guide of `certificate_revoked`.
    static let certificateRevoked = Self(
        Sentence(
            "A certificate that signed Apple's data is revoked",
            "签署 Apple 数据的证书已被吊销"
        ),
        extent: Sentence(
            "Certificates and held items together: {value}; the limit is {limit}.",
            "被吊销的证书与被扣留的数据合计 {value}；限值为 {limit}。"
        ),
        .count,
        meaning: Sentence(
            """
            Apple has revoked a certificate with which purchases or notifications were signed. Data that was \
            signed after the stated time is held and has no effect, because an attacker may have signed it. \
            This is very rare.
            """,
            "Apple 吊销了用于签署购买或通知的证书。在其声明时间之后签署的数据会被扣留、不产生任何效果，因为可能由任何人伪造。这种情况极为罕见。"
        ),
        steps: [
            Sentence(
                "Find the held evidence, and verify all stored evidence: `purser evidence verify`.",
                "查看被扣留的数据并重新校验全部已存证据：`purser evidence verify`。"
            ),
            Sentence(
                "Fetch the same purchases from Apple with a new signature: `purser sync{app}`.",
                "向 Apple 重新获取同样的购买（重新签署）：`purser sync{app}`。"
            ),
            Sentence(
                "Look for an announcement from Apple to developers before you inform customers.",
                "在告知客户之前，请先查看 Apple 是否已向开发者发布公告。"
            ),
        ],
        page: "docs/concepts/trust.md",
        metrics: ["purser_revoked_certificates", "purser_held_evidence"]
    )

    /// The guide of `gap_open`.
    static let gapOpen = Self(
        Sentence(
            "The history of notifications is not complete",
            "通知历史记录不完整"
        ),
        extent: Sentence(
            "It is incomplete for {value}; the limit is {limit}.",
            "已有 {value} 不完整；限值为 {limit}。"
        ),
        .hours,
        meaning: Sentence(
            """
            Every hour the server asks Apple for missed notifications, and these requests fail. Missed \
            notifications stay missing until one succeeds. Apple keeps the history for 180 days, so \
            nothing is lost yet.
            """,
            "服务器每小时向 Apple 查询错过的通知，但一直没有成功。期间错过的内容在成功之前仍会缺失。Apple 保留历史记录 180 天，因此目前没有数据丢失。"
        ),
        steps: [
            Sentence(
                "Read it now and find out why it fails: `purser sync{app}`.",
                "立即读取并查看失败原因：`purser sync{app}`。"
            ),
            Sentence(
                "Check that Apple accepts the key and can be reached: `purser doctor{app}` and `purser links`.",
                "查看密钥是否有效、能否连通 Apple：`purser doctor{app}` 和 `purser links`。"
            ),
            Sentence(
                "If it stops with a code, the page below has a remedy for each.",
                "如果读取因某个错误码中断，下方页面有逐条处理方法。"
            ),
        ],
        page: "docs/operating/healing.md",
        metrics: ["purser_history_gap_seconds"]
    )
}
