import AppStore

/// A developer's account in App Store Connect: the team key with which reports are read, and the vendor number.
public struct ReportAccount: Sendable, Hashable {
    /// The team key; its tokens do not name an app.
    public let key: APIKey
    /// The vendor number, eight digits.
    public let vendorNumber: String

    /// Creates the account of a world with this seed.
    public init(seed: UInt64) {
        var generator = SeededGenerator(seed: seed, purpose: "vendor number")
        self.key = APIKey(teamSeed: seed)
        self.vendorNumber = String(80_000_000 + generator.number(below: 10_000_000))
    }
}

extension World {
    /// The team key and the vendor number for requests to App Store Connect.
    public var reportAccount: ReportAccount { self.look { $0.account } }
}

extension WorldState {
    /// The maximum number of App Store Connect API requests in any hour.
    private static let connectLimit = 3600
    private static let connectEffects: Set<WorldFault.Effect> = [
        .error, .latency, .cut, .webPage, .rateLimit, .reportLate, .reportCorrected, .reportSplit, .reportColumn,
        .reportCut,
    ]

    /// Responds to a request to the App Store Connect API.
    ///
    /// The token is verified against the wall clock, in seconds since 1970; everything else happens on the world's
    /// clock.
    mutating func answerConnect(_ request: AppleAPIRequest, wallClockSeconds: Int64) -> AppleAPIResponse {
        guard let operation = ConnectOperation(request) else { return self.response(.path) }
        do throws(ConnectAPIError) {
            guard let token = TeamToken(authorization: request.headers["authorization"] ?? "") else { throw .token }
            try token.check(self.account.key, for: request, atSeconds: wallClockSeconds)
        } catch {
            return self.response(error)
        }
        let kind = request.parameter("filter[reportType]").map { "/" + $0 } ?? ""
        let faults = self.faults(of: request, to: operation.name + kind, Self.connectEffects)
        var response = self.limited(operation, request, faults)
        response.suffer(faults)
        var record = JournalRecord(at: self.now, .request)
        record.operation = operation.name
        record.status = response.status
        self.records.append(record)
        self.note(.developer, "calls \(operation.name): \(response.status)")
        return response
    }

    private mutating func limited(
        _ operation: ConnectOperation,
        _ request: AppleAPIRequest,
        _ faults: [WorldFault]
    ) -> AppleAPIResponse {
        let begin = self.now - 3_600_000
        self.connectCalls.removeAll { $0 <= begin }
        let isTooMany =
            self.connectCalls.count >= Self.connectLimit || faults.contains { $0.effect == .rateLimit }
        if !isTooMany { self.connectCalls.append(self.now) }
        let left = isTooMany ? 0 : Self.connectLimit - self.connectCalls.count
        var response: AppleAPIResponse
        do throws(ConnectAPIError) {
            if isTooMany { throw .rateLimit }
            if let error = faults.first(where: { $0.effect == .error }) {
                let status = error.status ?? 500
                let title = "An unexpected error occurred."
                throw ConnectAPIError(status: status, code: "UNEXPECTED_ERROR", title: title, detail: title)
            }
            response = try self.perform(operation, request, faults)
        } catch {
            response = self.response(error)
        }
        response.headers["x-rate-limit"] = "user-hour-lim:\(Self.connectLimit);user-hour-rem:\(left);"
        return response
    }

    private func perform(
        _ operation: ConnectOperation,
        _ request: AppleAPIRequest,
        _ faults: [WorldFault]
    ) throws(ConnectAPIError) -> AppleAPIResponse {
        let behavior = ReportBehavior(faults)
        let text: [UInt8]? =
            switch operation {
            case .salesReports: try self.salesReport(request, behavior)
            case .financeReports: try self.financeReport(request, behavior)
            default: nil
            }
        guard let text else { return AppleAPIResponse(json: try self.answerPrices(operation, request)) }
        let file = Gzip.file(text)
        var response = AppleAPIResponse(json: behavior.isCut ? Array(file.prefix(file.count / 2)) : file)
        response.headers["content-type"] = "application/a-gzip"
        return response
    }

    /// Returns an error response; its identifier follows from the seed and the number of earlier records.
    private func response(_ fault: ConnectAPIError) -> AppleAPIResponse {
        var generator = SeededGenerator(seed: self.seed, purpose: "connect error \(self.records.count)")
        return AppleAPIResponse(status: fault.status, json: fault.json(id: generator.uuid()))
    }

    /// Returns the value of a required parameter.
    func required(_ name: String, of request: AppleAPIRequest) throws(ConnectAPIError) -> String {
        guard let value = request.parameter(name), !value.isEmpty else { throw .missing(name) }
        return value
    }

    /// Checks the vendor number, and that all parameters are known.
    func checkReport(_ request: AppleAPIRequest, known: Set<String>) throws(ConnectAPIError) {
        if let unknown = request.query.first(where: { !known.contains($0.name) }) {
            throw .invalid(unknown.name, unknown.value)
        }
        let vendor = try self.required("filter[vendorNumber]", of: request)
        guard vendor == self.account.vendorNumber else { throw .invalid("filter[vendorNumber]", vendor) }
    }

    /// Checks that a report is available now; returns whether it still lacks its last row.
    func checkTime(_ period: ReportPeriod, _ behavior: ReportBehavior) throws(ConnectAPIError) -> Bool {
        let availableAt = period.availableAt + behavior.lateMilliseconds
        guard self.now >= availableAt else { throw .notYet }
        guard !period.isGone(at: self.now) else { throw .gone }
        return self.now < availableAt + behavior.correctedMilliseconds
    }

    private func salesReport(
        _ request: AppleAPIRequest,
        _ behavior: ReportBehavior
    ) throws(ConnectAPIError) -> [UInt8] {
        try self.checkReport(
            request,
            known: [
                "filter[vendorNumber]", "filter[reportType]", "filter[reportSubType]", "filter[frequency]",
                "filter[reportDate]", "filter[version]",
            ]
        )
        let typeName = try self.required("filter[reportType]", of: request)
        let subType = try self.required("filter[reportSubType]", of: request)
        let frequencyName = try self.required("filter[frequency]", of: request)
        guard let type = SalesReportType(rawValue: typeName) else { throw .invalid("filter[reportType]", typeName) }
        guard subType == type.subType else { throw .invalid("filter[reportSubType]", subType) }
        guard let frequency = ReportFrequency(rawValue: frequencyName), frequency == .daily || type == .sales else {
            throw .invalid("filter[frequency]", frequencyName)
        }
        if let version = request.parameter("filter[version]"), !type.versions.contains(version) {
            throw .invalid("filter[version]", version)
        }
        let period = try ReportPeriod(frequency, date: request.parameter("filter[reportDate]"), at: self.now)
        let isIncomplete = try self.checkTime(period, behavior)
        let tally = self.tally(type, period, behavior)
        guard !tally.isEmpty else { throw .noSales }
        let rows = isIncomplete ? tally.lines.dropLast() : tally.lines
        return ReportText.text(columns: tally.columns, rows: rows, hasNewColumn: behavior.hasNewColumn)
    }

    private func tally(_ type: SalesReportType, _ period: ReportPeriod, _ behavior: ReportBehavior) -> ReportTally {
        switch type {
        case .sales: self.salesTally(period, isSplit: behavior.isSplit)
        case .subscription: self.subscriptionTally(period, isSplit: behavior.isSplit)
        case .subscriptionEvent: self.subscriptionEventTally(period, isSplit: behavior.isSplit)
        case .subscriber: self.subscriberTally(period, isSplit: behavior.isSplit)
        }
    }
}

/// The effects of faults on a report.
struct ReportBehavior: Sendable {
    /// The additional delay, in milliseconds.
    private(set) var lateMilliseconds: Int64 = 0
    /// The time without the last row, in milliseconds.
    private(set) var correctedMilliseconds: Int64 = 0
    /// Whether rows are split by device.
    private(set) var isSplit = false
    /// Whether the report has an unexpected column.
    private(set) var hasNewColumn = false
    /// Whether the file is cut in its middle.
    private(set) var isCut = false

    /// Creates the effects of these faults.
    init(_ faults: [WorldFault]) {
        for fault in faults {
            switch fault.effect {
            case .reportLate: self.lateMilliseconds += fault.milliseconds ?? 0
            case .reportCorrected: self.correctedMilliseconds += fault.milliseconds ?? 0
            case .reportSplit: self.isSplit = true
            case .reportColumn: self.hasNewColumn = true
            case .reportCut: self.isCut = true
            default: break
            }
        }
    }
}
