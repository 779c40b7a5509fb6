extension AlarmGuide {
    /// The guide of `refund_answer_refused`.
    static let refundAnswerRefused = Self(
        Sentence(
            "Apple refuses answers about refunds",
            "Apple 拒绝退款答复"
        ),
        extent: Sentence(
            "Answers that Apple refused within an hour: {value}; the limit is {limit}.",
            "1 小时内 Apple 拒绝了 {value} 个答复；限值为 {limit}。"
        ),
        .count,
        meaning: Sentence(
            """
            Customers ask Apple for refunds, and Apple does not accept this server's answers about \
            consumption. Apple then decides without them, usually for the customer.
            """,
            "客户向 Apple 申请退款，但本服务器提交的使用情况未被接受。Apple 会在没有这些信息的情况下做决定，多半有利于客户。"
        ),
        steps: [
            Sentence(
                "List the requests with their codes: `purser refunds list{app} --state requested`.",
                "查看是哪些请求、什么错误码：`purser refunds list{app} --state requested`。"
            ),
            Sentence(
                "Show one with all details: `purser refunds show ID`.",
                "查看其中一条的全部信息：`purser refunds show ID`。"
            ),
            Sentence(
                """
                If Apple refuses the key, `purser doctor{app}` reports it. If it refuses the content, \
                the code names the field.
                """,
                "如果是密钥问题，`purser doctor{app}` 会指出；如果是内容被拒，错误码会指明字段。"
            ),
            Sentence(
                """
                You can answer manually within 12 hours of the request: `purser refunds answer ID \
                ANSWER`.
                """,
                "请求后 12 小时内可人工答复：`purser refunds answer ID ANSWER`。"
            ),
        ],
        page: "docs/concepts/refunds.md",
        metrics: ["purser_refund_failures_total"]
    )

    /// The guide of `refund_answer_missed`.
    static let refundAnswerMissed = Self(
        Sentence(
            "Refund requests were not answered in time",
            "退款请求未能按时答复"
        ),
        extent: Sentence(
            "Requests whose time limit passed within an hour: {value}; the limit is {limit}.",
            "1 小时内有 {value} 个请求的答复期限已过；限值为 {limit}。"
        ),
        .count,
        meaning: Sentence(
            """
            Apple waits for 12 hours and then decides without this shop. These requests can no longer be \
            answered; make sure that the next ones are.
            """,
            "Apple 只等待 12 小时，之后会自行决定。这些请求已无法再答复；请确保后续请求能按时答复。"
        ),
        steps: [
            Sentence(
                "List them: `purser refunds list{app} --state missed`.",
                "查看是哪些请求：`purser refunds list{app} --state missed`。"
            ),
            Sentence(
                """
                Find out why: were they held for a person, did Apple refuse the answer, or was the server \
                down? `purser refunds show ID` states it for each.
                """,
                "查明原因：是等待人工、被 Apple 拒绝，还是服务器停机？`purser refunds show ID` 会逐条说明。"
            ),
            Sentence(
                """
                If they waited for a person, let the policy answer after a wait: `purser policy \
                show{app}`.
                """,
                "如果是在等待人工处理，请让策略在无人处理时自动答复：`purser policy show{app}`。"
            ),
        ],
        page: "docs/concepts/refunds.md",
        metrics: ["purser_refund_missed_total"]
    )

    /// The guide of `refund_answer_due`.
    static let refundAnswerDue = Self(
        Sentence(
            "Refund requests must be answered within 30 minutes",
            "退款请求须在 30 分钟内答复"
        ),
        extent: Sentence(
            "Requests that are not answered yet: {value}; the limit is {limit}.",
            "尚有 {value} 个请求未答复；限值为 {limit}。"
        ),
        .count,
        meaning: Sentence(
            """
            Apple soon stops waiting, and then decides without this shop. The requests wait for a person, \
            or their answers fail.
            """,
            "Apple 即将停止等待，之后会自行决定。这些请求在等待人工处理，或答复一直失败。"
        ),
        steps: [
            Sentence(
                """
                List those that wait for you, the most urgent first: `purser refunds list{app} --state \
                held`.
                """,
                "列出等待处理的请求，最紧急的在前：`purser refunds list{app} --state held`。"
            ),
            Sentence(
                """
                Read one and decide: `purser refunds show ID`, then `purser refunds answer ID ANSWER`, \
                where ANSWER is DECLINE, GRANT_FULL, GRANT_PRORATED or none.
                """,
                """
                查看并决定：`purser refunds show ID`，然后 `purser refunds answer ID ANSWER`，其中 ANSWER 为 DECLINE、GRAN\
                T_FULL、GRANT_PRORATED 或 none。
                """
            ),
            Sentence(
                "If none is held, the answers fail: see `purser links` and `purser doctor{app}`.",
                "如果没有等待人工的请求，则是答复失败：请查看 `purser links` 和 `purser doctor{app}`。"
            ),
        ],
        page: "docs/concepts/refunds.md",
        metrics: ["purser_refund_answers_due"]
    )

    /// The guide of `refund_wave`.
    static let refundWave = Self(
        Sentence(
            "Many more refunds than usual",
            "退款激增"
        ),
        extent: Sentence(
            "There are {value} as many refunds as usual; the limit is {limit}.",
            "退款数量是平时的 {value}；限值为 {limit}。"
        ),
        .times,
        meaning: Sentence(
            """
            Customers get refunds far more often than in other weeks. Usually the app has a defect since its \
            last release, purchases are not fulfilled, or customers abuse refunds to keep coins.
            """,
            "退款远多于其他各周。多半是 App 新版本出了问题、购买未交付，或有人借退款套取代币。"
        ),
        steps: [
            Sentence(
                "Find them by product and storefront: `purser refunds report{app} --since 2d`.",
                "按商品和地区查看分布：`purser refunds report{app} --since 2d`。"
            ),
            Sentence(
                "Check that purchases are fulfilled: `purser fulfillments list{app} --state due`, then `--state suspended`.",
                "查看购买是否正常交付：`purser fulfillments list{app} --state due`，然后 `--state suspended`。"
            ),
            Sentence(
                "If few customers have many of them, check these customers: `purser risk list{app}`.",
                "如果集中在少数客户，请查看：`purser risk list{app}`。"
            ),
            Sentence(
                """
                If the app is the cause, inform its team now, and consider removing the product from sale in App \
                Store Connect.
                """,
                "如果是 App 的问题，请立即通知其团队，并考虑在 App Store Connect 中暂停销售该商品。"
            ),
        ],
        page: "docs/concepts/refunds.md",
        metrics: ["purser_refunds_total", "purser_purchases_total"]
    )

    /// The guide of `product_refunds`.
    static let productRefunds = Self(
        Sentence(
            "Unusually many refunds of one product",
            "某一商品退款异常增多"
        ),
        extent: Sentence(
            "The product is refunded {value} as often as usual; the limit is {limit}.",
            "该商品的退款频率是平时的 {value}；限值为 {limit}。"
        ),
        .times,
        meaning: Sentence(
            """
            One product is refunded far more often than before and than other products. Usually its goods do \
            not arrive, its description or price is misleading, or abusers resell it.
            """,
            "某一商品的退款远高于以往和其他商品。多半是商品没有交付、描述或价格有误导，或正被用于倒卖套利。"
        ),
        steps: [
            Sentence(
                "List its refunds by storefront and answer: `purser refunds report{app} --since 7d`.",
                "按地区和答复查看其退款：`purser refunds report{app} --since 7d`。"
            ),
            Sentence(
                """
                Buy it in the Sandbox and check that it arrives; compare what the catalog grants: `purser \
                catalog show{app}`.
                """,
                "在沙盒中购买一次，确认是否交付；并核对目录中的授予内容：`purser catalog show{app}`。"
            ),
            Sentence(
                "Check whether sales have unexpected prices: `purser prices mismatches{app}`.",
                "查看成交价格是否与预期不符：`purser prices mismatches{app}`。"
            ),
            Sentence(
                "In case of abuse, let the policy decline repeated requests: `purser policy show{app}`.",
                "如果是滥用，请让策略拒绝重复申请：`purser policy show{app}`。"
            ),
        ],
        page: "docs/concepts/refunds.md",
        metrics: ["purser_refunds_total", "purser_purchases_total"]
    )
}
