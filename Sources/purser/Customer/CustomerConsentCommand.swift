import AppStore
import ArgumentParser
import Ledger
import PurserService

/// `purser customers consent`: records a consent.
struct CustomerConsentCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "consent",
        abstract: "Record a customer's consent to sending data about their purchases to Apple.",
        discussion: """
            Example:
              purser customers consent anna
              purser customers consent anna --text-hash $(sha256sum < consent.txt | cut -c1-64) --version 3 --locale \
            de-AT

            Only the customer is required. Without --text-hash, you cannot prove later which text the customer agreed
            to. For a customer who refuses without an earlier consent: record a consent, then purser customers
            withdraw-consent

            \(CustomerArgument.endings)
            """
    )

    @Argument(help: "The customer's id in your app.")
    var customer: String

    @Option(help: ArgumentHelp("The SHA-256 of the text, 64 hexadecimal digits.", valueName: "digest"))
    var textHash: String?

    @Option(help: "The version of the text; 1 by default.")
    var version: String?

    @Option(help: "The language of the text (BCP 47); und by default.")
    var locale: String?

    @Option(help: "The storefront, ISO 3166-1 alpha-3; by default that of the newest purchase, otherwise ZZZ.")
    var storefront: String?

    @Option(help: ArgumentHelp("When the customer agreed; now by default. \(Moment.forms)", valueName: "moment"))
    var givenAt: Moment?

    @Option(help: "Where the customer agreed.")
    var source: String?

    @Option(help: "Who agreed on behalf of a minor.")
    var guardian: String?

    @Option(help: ArgumentHelp("An id of your own for the consent.", valueName: "name"))
    var id: String?

    @OptionGroup var options: CustomerChangeOptions

    func run() async throws {
        let statement: ConsentParameters
        do throws(ConsentParameters.Mistake) {
            statement = try ConsentParameters(
                textHash: self.textHash,
                version: self.version,
                locale: self.locale,
                storefront: self.storefront,
                givenAt: self.givenAt?.ago,
                source: self.source,
                guardian: self.guardian
            )
        } catch {
            throw ValidationError("\(ConsentArgument.option(error.field)): \(error.detail)")
        }
        let stated: [(String, String?)] = [
            ("id", try ConsentArgument.id(self.id, option: "--id")), ("textHash", statement.textHash),
            ("version", statement.version), ("locale", statement.locale), ("storefront", statement.storefront),
            ("givenAt", statement.givenAt?.rfc3339), ("source", statement.source), ("guardian", statement.guardian),
        ]
        try await self.options.run(
            .post,
            try CustomerArgument.path(self.customer, "consents"),
            [],
            stated.compactMap { name, value in value.map { JSONMember(key: name, value: .string($0)) } }
                + self.options.reasonMember,
            question: "Record it?"
        ) { consent in
            CustomerText(
                fields: [JSONMember(key: "customer", value: .string(self.customer))]
                    + CustomerText.fields(
                        [
                            ("consent", "id"), ("givenAt", "givenAt"), ("version", "version"), ("locale", "locale"),
                            ("storefront", "storefront"), ("textHash", "textHash"), ("source", "source"),
                            ("guardian", "guardian"), ("warning", "warning"),
                        ],
                        of: consent
                    )
            )
        }
    }
}

/// `purser customers consents`: lists a customer's consents.
struct CustomerConsentsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "consents",
        abstract: "List a customer's consents, newest first.",
        discussion: """
            Example:
              purser customers consents anna

            \(CustomerArgument.endings)
            """
    )

    @Argument(help: "The customer's id in your app.")
    var customer: String

    @OptionGroup var options: CustomerOptions

    @Flag(help: "Print one JSON object per line.")
    var json = false

    func run() async throws {
        let path = try CustomerArgument.path(self.customer, "consents")
        try await self.options.with { api in
            let consents = try await api.get(path)["consents"]?.elements ?? []
            Listing.consents.write(consents, isJSON: self.json)
        }
    }
}

/// `purser customers withdraw-consent`: withdraws a consent.
struct CustomerWithdrawConsentCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "withdraw-consent",
        abstract: "Withdraw a customer's consent to sending data about their purchases to Apple.",
        discussion: """
            Example:
              purser customers withdraw-consent anna

            Withdraws the consent that is in force. It stays in the list, because it proves that earlier answers to
            Apple were allowed. If no consent is in force, the command changes nothing.

            \(CustomerArgument.endings)
            """
    )

    @Argument(help: "The customer's id in your app.")
    var customer: String

    @Option(help: ArgumentHelp("Another consent than the one in force: purser customers consents", valueName: "id"))
    var consent: String?

    @Option(help: ArgumentHelp("When the customer withdrew it; now by default. \(Moment.forms)", valueName: "moment"))
    var withdrawnAt: Moment?

    @OptionGroup var options: CustomerChangeOptions

    func run() async throws {
        let id = try ConsentArgument.id(self.consent, option: "--consent")
        try await self.options.run(
            .delete,
            try CustomerArgument.path(self.customer, id.map { "consents/\(APIClient.escaped($0))" } ?? "consents"),
            [("withdrawnAt", self.withdrawnAt?.ago.rfc3339), self.options.reasonParameter],
            question: "Withdraw it? This cannot be undone."
        ) { answer in
            // The response about the current consent also contains the customer; the one about a named consent does
            // not.
            let consent = id == nil ? answer["consent"] ?? .null : answer
            return CustomerText(
                fields: [JSONMember(key: "customer", value: .string(self.customer))]
                    + CustomerText.fields([("consent", "id"), ("withdrawnAt", "withdrawnAt")], of: consent)
            )
        }
    }
}

/// The arguments of the commands about consents.
enum ConsentArgument {
    /// Returns the consent id of an option.
    static func id(_ text: String?, option: String) throws -> String? {
        guard let text else { return nil }
        guard ConsentParameters.isName(text) else {
            throw ValidationError("\(option): \(ConsentParameters.nameRequirement)")
        }
        return text
    }

    /// Returns the option for a field of a consent.
    static func option(_ field: String) -> String {
        field.reduce(into: "--") { option, character in
            if character.isUppercase { option += "-" }
            option += character.lowercased()
        }
    }
}

extension Listing {
    /// The table of consents.
    fileprivate static let consents = Listing(
        none: "This customer has no consents. To record one: purser customers consent CUSTOMER",
        [
            Column("CONSENT", of: "id"), Column("CURRENT", of: "current"), Column("GIVEN", of: "givenAt"),
            Column("WITHDRAWN", of: "withdrawnAt"), Column("VERSION", of: "version"), Column("LOCALE", of: "locale"),
            Column("STOREFRONT", of: "storefront"), Column("TEXT", of: "textHash"),
        ]
    )
}
