import AppStore
import ArgumentParser
import Ledger

/// `purser prices mismatches`: lists sales at a price that their product did not have.
struct PricesMismatchesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mismatches",
        abstract: "List sales at a price that is neither the product's, nor an offer's, nor a preserved one.",
        discussion: """
            Example:
              purser prices mismatches
              purser prices mismatches --from 2026-03-01 --to 2026-04-01 --json

            Each product, storefront and price is listed once, with the number of sales. For 24 hours before and after
            a change both prices are correct. Purchases of several seats are excluded, because an average per seat is
            not a price. Without --from, the command examines the last 30 days.

            Exit status: 0 no mismatch, 1 mismatches, \(PricesCommand.endings)
            """
    )

    @Option(help: ArgumentHelp("Sales at this time or later. \(Moment.forms)", valueName: "moment"))
    var from: Moment?

    @Option(help: ArgumentHelp("Sales before this time. \(Moment.forms)", valueName: "moment"))
    var to: Moment?

    @OptionGroup var server: AppOptions

    @Flag(help: "Print one JSON object per line.")
    var json = false

    func run() async throws {
        let (from, to) = (self.from?.ago.rfc3339, self.to?.ago.rfc3339)
        try await self.server.with { api in
            var found = MismatchRows()
            // An answer about a moment ago fixes what the later ones are about.
            var span = (from: from, to: to)
            var cursor: String?
            repeat {
                let answer = try await api.get(
                    "prices/mismatches",
                    [("from", span.from), ("to", span.to), ("cursor", cursor)],
                    patience: APIClient.longPatience
                )
                found.add(answer)
                span = (answer["from"]?.text, answer["to"]?.text)
                cursor = answer["next"]?.text
            } while cursor != nil
            let (rows, unknown, unlisted) = (found.all, found.unknown, found.unlisted)
            Listing.priceMismatches.write(rows, isJSON: self.json, in: .here)
            if unknown > 0 {
                StandardStream.error.write(
                    line: LocalizedText(
                        "\(unknown) sales could not be checked, because no price was known. To fetch prices: purser "
                            + "prices fetch",
                        "\(unknown) 笔销售无法判断：没有已知价格。获取价格：purser prices fetch"
                    ).text(in: .here)
                )
            }
            if unlisted > 0 {
                StandardStream.error.write(
                    line: LocalizedText(
                        "\(unlisted) more sales have other prices; use a shorter period.",
                        "还有 \(unlisted) 笔销售的价格未列出；请缩短时间范围。"
                    ).text(in: .here)
                )
            }
            if !rows.isEmpty { throw ExitStatus.negative.error }
        }
    }
}
