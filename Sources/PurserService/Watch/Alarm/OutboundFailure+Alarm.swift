extension OutboundFailure {
    /// What went wrong with a channel for alarms, with a remedy where the configuration has one, in English and in Chinese.
    var alarmSentences: (String, String) {
        switch self.code {
        case .addressForbidden, .plainForbidden:
            (
                self.problem + " Use a public one, or allow this one: watch: { allow: [ADDRESS:PORT] }",
                "该地址不是公网地址，或不允许以明文访问。请使用公网地址，或在配置中允许该地址：watch: { allow: [ADDRESS:PORT] }"
            )
        case .hostUnknown: (self.problem, "域名没有地址。")
        case .connectionRefused: (self.problem, "该地址没有服务在监听。")
        case .connectionFailed: (self.problem, "无法连接该地址。")
        case .certificateUntrusted: (self.problem, "证书不受信任，或已过期。")
        case .certificateName: (self.problem, "证书属于其他域名。")
        case .tlsFailed: (self.problem, "未能协商 TLS 1.2 或更高版本。")
        case .timedOut: (self.problem, "未及时收到完整应答。")
        case .closedEarly: (self.problem, "完整应答到达前连接被关闭。")
        case .answerMalformed: (self.problem, "应答不是 HTTP。")
        case .cancelled: (self.problem, "调用已中断。")
        }
    }
}
