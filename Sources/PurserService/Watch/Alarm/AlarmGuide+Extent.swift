import Ledger

extension AlarmGuide {
    /// Returns the sentence about an alarm's value, and its unit; some alarms fire for several reasons, which the
    /// reading's facts state.
    static func extent(of alarm: Alarm) -> (sentence: Sentence, unit: Unit) {
        let guide = Self.guide(for: alarm.key.name)
        switch (alarm.key.name, alarm.reading.facts["problem"] ?? alarm.key.subject) {
        case (.appleFailing, "fails"):
            return (
                Sentence(
                    "{value} of the calls to Apple fail; the limit is {limit}.",
                    "调用 Apple 有 {value} 失败；限值为 {limit}。"
                ), .share
            )
        case (.fulfillmentDelay, "fulfiller"):
            return (
                Sentence(
                    "Within 15 minutes {value} of the calls to the fulfiller failed; the limit is {limit}.",
                    "15 分钟内对交付方的调用有 {value} 失败；限值为 {limit}。"
                ), .share
            )
        case (.databaseFailing, "stuck"):
            return (
                Sentence(
                    "Writes are waiting, and nothing was committed for 3 minutes.",
                    "写入在等待，且 3 分钟内没有任何提交。"
                ), .count
            )
        case (.linkDown, _): return (Self.broken(at: alarm.reading.facts["place"]) ?? guide.extent, guide.unit)
        default: return (guide.extent, guide.unit)
        }
    }

    /// Returns where the link to a host fails, by the place that the probe determined.
    private static func broken(at place: String?) -> Sentence? {
        switch place.flatMap({ LinkFailure.Place(rawValue: $0) }) {
        case .resolver:
            Sentence(
                "It fails at this machine's name servers: the name could not be resolved.",
                "中断处是本机的域名服务器：域名无法解析。"
            )
        case .route:
            Sentence(
                """
                It fails on the route: no connection was established, or it was cut before the TLS handshake \
                was complete. Usually the cause is a firewall or the provider.
                """,
                "中断处是网络路由：无法建立连接，或在完成 TLS 握手前被切断。多半是防火墙或运营商。"
            )
        case .tls:
            Sentence(
                "It fails at TLS: check the clock, the root certificates, or a proxy that decrypts TLS.",
                "中断处是 TLS：时钟、根证书，或会解密 TLS 的代理。"
            )
        case .apple:
            Sentence(
                """
                It fails at Apple, or at a proxy that answers in its place: there is no answer, or it has the \
                wrong format.
                """,
                "中断处是 Apple，或替它应答的一方：没有应答，或应答格式不对。"
            )
        case nil: nil
        }
    }
}
