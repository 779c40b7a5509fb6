extension AlarmGuide {
    /// The guide of `backlog`.
    static let backlog = Self(
        Sentence(
            "Work is piling up",
            "工作积压"
        ),
        extent: Sentence(
            "The backlog is {value} as large as allowed; the limit is {limit}.",
            "积压量是允许值的 {value}；限值为 {limit}。"
        ),
        .times,
        meaning: Sentence(
            """
            Writes, events, event streams or held evidence pile up; the facts above say which. The server \
            processes less than arrives, so customers and the shop get updates late.
            """,
            "写入、事件、事件流或被扣留的证据在积压；上方的事实说明是哪一种。服务器处理不及，客户和商店会延迟得知。"
        ),
        steps: [
            Sentence(
                """
                For writes, the disk or the database is too slow. Check it, and look at \
                `purser_writes_waiting` and `purser_commits_total`.
                """,
                "写入积压：磁盘或数据库过慢。请检查，并查看 `purser_writes_waiting` 和 `purser_commits_total`。"
            ),
            Sentence(
                """
                For events or streams, a receiver is slow or down: `purser webhooks list{app}`, then \
                `purser webhooks deliveries ID`.
                """,
                "事件或事件流积压：接收方缓慢或停机：`purser webhooks list{app}`，然后 `purser webhooks deliveries ID`。"
            ),
            Sentence(
                """
                For held evidence, `GET /health/ready` has the count by reason, and the page below says what \
                each waits for.
                """,
                "证据被扣留：`GET /health/ready` 按原因计数，下方页面说明各自在等什么。"
            ),
            Sentence(
                "During an import or after an outage the backlog disappears by itself: check that it shrinks.",
                "导入期间或停机之后会自行消化：请观察是否在减少。"
            ),
        ],
        page: "docs/concepts/evidence.md",
        metrics: [
            "purser_writes_waiting", "purser_events_oldest_seconds", "purser_webhook_waiting_streams",
            "purser_held_evidence",
        ]
    )

    /// The guide of `certificate_expiring`.
    static let certificateExpiring = Self(
        Sentence(
            "A certificate expires soon",
            "证书即将到期"
        ),
        extent: Sentence(
            "It expires in {value}; the limit is {limit}.",
            "将在 {value} 后到期；限值为 {limit}。"
        ),
        .days,
        meaning: Sentence(
            """
            After it expires, apps and Apple refuse to connect to this server, or the server refuses to \
            connect to Apple. Then nothing can be sold, and no notification arrives.
            """,
            "到期后，App 和 Apple 将拒绝连接本服务器，或本服务器将拒绝连接 Apple。届时无法销售，也收不到通知。"
        ),
        steps: [
            Sentence(
                """
                The server's own certificate: renew it and put the files in place; the server loads the new \
                one automatically. `purser doctor` tests it from outside.
                """,
                "服务器自己的证书：请续期并替换文件，服务器会自动加载。`purser doctor` 可从外部检验。"
            ),
            Sentence(
                "Find out why it was not renewed automatically: check the log of certbot, acme.sh or the proxy in front.",
                "为什么没有自动续期？请查看 certbot、acme.sh 或前端代理的日志。"
            ),
            Sentence(
                """
                A host of Apple's: Apple renews its certificate. If the alarm stays, a device between here and \
                Apple presents an old one: `purser links`.
                """,
                "Apple 主机的证书：由 Apple 续期。如果一直不变，可能是中间设备出示了旧证书：`purser links`。"
            ),
        ],
        page: "docs/operating/authentication.md",
        metrics: ["purser_certificate_left_seconds"]
    )

    /// The guide of `disk_filling`.
    static let diskFilling = Self(
        Sentence(
            "The disk will be full soon",
            "磁盘即将写满"
        ),
        extent: Sentence(
            "At this rate it is full in {value}; the limit is {limit}.",
            "按当前速度将在 {value} 后写满；限值为 {limit}。"
        ),
        .days,
        meaning: Sentence(
            """
            On a full disk the server records nothing: apps and Apple get the answer to try again later, and \
            customers cannot buy. Nothing that was acknowledged is lost.
            """,
            "磁盘写满后，服务器无法入账：App 和 Apple 会被告知稍后重试，客户无法购买。已确认的数据不会丢失。"
        ),
        steps: [
            Sentence(
                """
                Find out what fills it: `df -h` and `du -sh *` in the folder of the database. Old backups and \
                logs are the usual cause.
                """,
                "查看占用：在数据库目录执行 `df -h` 和 `du -sh *`。常见原因是旧备份和日志。"
            ),
            Sentence(
                "Move backups elsewhere, or enlarge the volume; the server can keep running.",
                "把备份移到别处，或扩容；无需停止服务器。"
            ),
            Sentence(
                "Never delete the database file, nor the files beside it that end in -wal or -shm.",
                "切勿删除数据库文件，以及旁边以 -wal 或 -shm 结尾的文件。"
            ),
            Sentence(
                "Afterwards check the database: `purser db check`.",
                "之后检查数据库：`purser db check`。"
            ),
        ],
        page: "docs/operating/running.md",
        metrics: ["purser_disk_free_bytes", "purser_database_bytes"]
    )

    /// The guide of `clock_differs`.
    static let clockDiffers = Self(
        Sentence(
            "Clocks differ",
            "时钟不一致"
        ),
        extent: Sentence(
            "They differ by {value}; the limit is {limit}.",
            "相差 {value}；限值为 {limit}。"
        ),
        .seconds,
        meaning: Sentence(
            """
            This machine's clock, the database's and Apple's do not agree. At a minute, Apple refuses the \
            server's key, signed data seems to come from the future and is held, and subscriptions end \
            early or late.
            """,
            "本机、数据库和 Apple 的时钟不一致。相差一分钟时，Apple 会拒绝密钥，签名数据会显得来自未来而被扣留，订阅会提前或延后结束。"
        ),
        steps: [
            Sentence(
                """
                Find out whose clock is wrong: `purser doctor` compares with Apple, and `timedatectl` shows \
                whether this machine synchronizes with a time server.
                """,
                "确认是谁的时钟有误：`purser doctor` 与 Apple 比较，`timedatectl` 显示本机是否在同步时间服务器。"
            ),
            Sentence(
                "Restart the time service: `systemctl restart systemd-timesyncd` or `chronyd`.",
                "重启时间同步服务：`systemctl restart systemd-timesyncd` 或 `chronyd`。"
            ),
            Sentence(
                "Where nodes share a database, do the same on the database's machine.",
                "如果多个节点共用数据库，请在数据库所在机器上同样处理。"
            ),
        ],
        page: "docs/operating/cluster.md",
        metrics: ["purser_clock_difference_seconds", "purser_link_clock_offset_seconds"]
    )

    /// The guide of `database_failing`.
    static let databaseFailing = Self(
        Sentence(
            "The database fails or is slow",
            "数据库出错或变慢"
        ),
        extent: Sentence(
            "Reads and writes that failed within 6 minutes: {value}; the limit is {limit}.",
            "6 分钟内有 {value} 次读写失败；限值为 {limit}。"
        ),
        .count,
        meaning: Sentence(
            """
            Apps and Apple get the answer to try again, and customers cannot buy in the meantime. \
            Nothing that was acknowledged is lost, and Apple repeats its notifications.
            """,
            "App 和 Apple 会收到“稍后重试”的应答，期间客户无法购买。已确认的数据不会丢失，Apple 会重发通知。"
        ),
        steps: [
            Sentence(
                """
                Check whether a write reaches the disk: `GET /health/ready` names the code; the server's \
                log has it too.
                """,
                "查看写入能否落盘：`GET /health/ready` 会给出错误码；服务器日志中也有。"
            ),
            Sentence(
                """
                SQLite: is the disk full or mounted read-only? `df -h`, `dmesg | tail`. Then check the \
                file: `purser db check`.
                """,
                "SQLite：磁盘是否写满或只读？`df -h`、`dmesg | tail`。然后检查文件：`purser db check`。"
            ),
            Sentence(
                """
                PostgreSQL: is there a primary, and does a standby confirm? `patronictl list`; the page \
                below explains each case.
                """,
                "PostgreSQL：是否有主库，备库是否确认？`patronictl list`；下方页面说明各种情况。"
            ),
            Sentence(
                """
                If the file is damaged, stop the server and restore the last backup: `purser db restore \
                FILE`; the server then fetches Apple's data again.
                """,
                "如果文件损坏，请停止服务器并恢复最近的备份：`purser db restore FILE`；Apple 处的数据会重新获取。"
            ),
        ],
        page: "docs/operating/cluster.md",
        metrics: ["purser_database_failures_total", "purser_writes_waiting"]
    )

    /// The guide of `node_lost`.
    static let nodeLost = Self(
        Sentence(
            "A node has stopped unexpectedly",
            "有节点意外停止"
        ),
        extent: Sentence(
            "Lost nodes: {value}; the limit is {limit}.",
            "已丢失 {value} 个节点；限值为 {limit}。"
        ),
        .count,
        meaning: Sentence(
            """
            A server process that shared the database no longer reports: it was killed, its machine \
            is down, or it cannot reach the database. The other nodes continue; fix it before the next one stops.
            """,
            "共用数据库的某个服务器进程不再上报：被杀死、机器宕机，或无法连接数据库。其他节点继续工作；请在下一个节点停止之前处理。"
        ),
        steps: [
            Sentence(
                """
                Check its machine and its log: `journalctl -u purser -n 100`. The facts above name the lost \
                nodes; each logs its own name at the start.
                """,
                "检查其机器和日志：`journalctl -u purser -n 100`。上方的事实列出了丢失的节点；每个节点启动时在日志中记录自己的名称。"
            ),
            Sentence(
                "Restart it: `systemctl restart purser`. It joins the others automatically.",
                "重新启动：`systemctl restart purser`。它会自动加入。"
            ),
            Sentence(
                "If it was removed permanently, there is nothing to do: the alarm is resolved after an hour.",
                "如果是永久下线，则无需处理：告警会在一小时后解除。"
            ),
        ],
        page: "docs/operating/cluster.md",
        metrics: ["purser_nodes", "purser_nodes_lost"]
    )
}
