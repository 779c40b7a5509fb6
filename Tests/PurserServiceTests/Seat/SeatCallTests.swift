import AppStore
import AppStoreSimulator
import Ledger
import PurserService
import PurserTesting
import Testing

/// The calls about seats, by the real client at a simulated App Store.
@Suite struct SeatCallTests {
    @Test("A seat is claimed, its member is named, and its claim ends with it")
    func life() async throws {
        let stage = try await SeatStage(seats: 3)
        let account = try stage.account(of: "ben")
        let assigned = try await stage.assign("ben")
        #expect(assigned.pending == nil)
        let claim = try #require(assigned.outcome.seat.claimID)
        #expect(try await stage.claims() == [claim])
        #expect(!assigned.outcome.seat.isAssociated, "The account is not known.")
        let accepted = try await stage.service.accept(
            assigned.outcome.seat.id,
            by: SeatRequest.Member(Sample.customer("ben"), account: AppTransactionID(account)),
            in: stage.shop.app,
            environment: .sandbox,
            by: SeatService.Caller("shop")
        )
        #expect(accepted.pending == nil && accepted.outcome.seat.isAssociated)
        #expect(stage.callCount == 2, "\(stage.shop.asked)")
        let cleo = try await stage.assign("cleo", account: try stage.account(of: "cleo"))
        #expect(cleo.outcome.seat.isAssociated, "The claim names the account.")
        #expect(stage.callCount == 3)
        let released = try await stage.release(assigned.outcome.seat.id)
        #expect(released.pending == nil && released.outcome.seat.unclaimedAt != nil)
        #expect(try await stage.claims() == Set([cleo.outcome.seat.claimID].compactMap(\.self)))
        await stage.work()
        #expect(stage.callCount == 4, "Nothing was left to do.")
    }

    @Test("A claim whose answer was lost is made once, and its answer is asked for again without a request")
    func lostAnswer() async throws {
        let stage = try await SeatStage(seats: 3)
        try stage.fail("claimSeat", .cut)
        let assigned = try await stage.assign("ben")
        #expect(assigned.pending != nil && assigned.outcome.seat.claimID == nil)
        #expect(assigned.outcome.seat.askedAt != nil, "It was saved before the call.")
        #expect(try await stage.hasAccess("ben"), "The ledger is the record of who has access.")
        let made = try await stage.claims()
        #expect(made.count == 1, "Only the answer was lost.")
        await stage.work()
        #expect(try await stage.seat(of: "ben")?.claimID == nil)
        try stage.clearFaults()
        let before = stage.callCount
        await stage.work()
        #expect(stage.callCount == before, "The next attempt has its time.")
        stage.pass(DueSeatCalls.shortestDelay)
        await stage.work()
        #expect(try await stage.seat(of: "ben")?.claimID.map { [$0] } == made)
        #expect(try await stage.claims() == made, "The identifier of the request is the same.")
        #expect(stage.callCount == before + 1)
        stage.pass(.days(1))
        await stage.work()
        #expect(stage.callCount == before + 1, "Nothing is left to do.")
    }

    @Test("A claim whose answer was lost ends although the seat was released meanwhile")
    func releasedMeanwhile() async throws {
        let stage = try await SeatStage(seats: 1)
        try stage.fail("claimSeat", .cut)
        let seat = try await stage.assign("ben").outcome.seat.id
        #expect(try await stage.release(seat).pending != nil, "The claim is not known.")
        #expect(try await stage.claims().count == 1)
        try stage.clearFaults()
        await stage.work()
        #expect(try await stage.claims().isEmpty)
        #expect(try await stage.seat(of: "ben")?.end?.reason == .released)
        #expect(try await stage.seat(of: "ben")?.nextCall == nil)
    }

    @Test("A seat is freed at Apple before the next member's claim on it, whichever is due first")
    func freedFirst() async throws {
        let stage = try await SeatStage(seats: 1)
        let ben = try await stage.assign("ben").outcome.seat
        try stage.fail("unclaimSeat", .error, status: 500)
        #expect(try await stage.release(ben.id).pending != nil)
        await stage.work()
        let cleo = try await stage.assign("cleo")
        #expect(cleo.pending != nil && cleo.outcome.seat.isTaken, "No claim was made that would have been refused.")
        try stage.clearFaults()
        await stage.work()
        let claim = try #require(try await stage.seat(of: "cleo")?.claimID)
        #expect(try await stage.claims() == [claim])
        #expect(claim != ben.claimID)
        #expect(try await stage.seat(of: "ben")?.nextCall == nil)
    }

    @Test("An association that failed is made by the worker")
    func association() async throws {
        let stage = try await SeatStage(seats: 1)
        let account = AppTransactionID(try stage.account(of: "ben"))
        let seat = try await stage.assign("ben").outcome.seat
        try stage.fail("associateSeat", .error, status: 503)
        let answer = try await stage.service.accept(
            seat.id,
            by: SeatRequest.Member(Sample.customer("ben"), account: account),
            in: stage.shop.app,
            environment: .sandbox,
            by: SeatService.Caller("shop")
        )
        #expect(answer.pending != nil && answer.outcome.seat.account == account)
        try stage.clearFaults()
        await stage.work()
        #expect(try await stage.seat(of: "ben")?.isAssociated == true)
    }

    @Test("A seat that Apple refuses to claim ends with the code of the refusal")
    func refused() async throws {
        let stage = try await SeatStage(seats: 1)
        let client = try #require(stage.shop.app.appStore)
        _ = try await client.send(.claimSeat(of: stage.original.rawValue, as: "another server"), to: .sandbox)
        let error = await #expect(throws: SeatError.self) { try await stage.assign("ben") }
        #expect(error?.code == "seat_claim_refused")
        guard case .appStore(let cause)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(cause.number?.rawValue == 4_009_002, "No seat is free at the store.")
        let seat = try await stage.seat(of: "ben")
        #expect(seat?.end?.reason == .refused && seat?.nextCall == nil)
        #expect(try await !stage.hasAccess("ben"))
        let count = stage.callCount
        stage.pass(.days(1))
        await stage.work()
        #expect(stage.callCount == count)
    }

    @Test("A claim that Apple refuses when the worker repeats it ends the seat")
    func refusedLater() async throws {
        let stage = try await SeatStage(seats: 1)
        try stage.fail("claimSeat", .error, status: 500)
        #expect(try await stage.assign("ben").pending != nil)
        try stage.clearFaults()
        let client = try #require(stage.shop.app.appStore)
        _ = try await client.send(.claimSeat(of: stage.original.rawValue, as: "another server"), to: .sandbox)
        await stage.work()
        #expect(try await stage.seat(of: "ben")?.end?.reason == .refused)
        #expect(try await !stage.hasAccess("ben"))
    }

    @Test("UNCLAIM_SEATS from the store takes the latest member's access away after a refund of a seat")
    func unclaimed() async throws {
        let stage = try await SeatStage(seats: 2)
        for name in ["ben", "cleo"] { _ = try await stage.assign(name) }
        #expect(try await stage.claims().count == 2)
        let shop = stage.shop
        _ = try await shop.world.perform(.refund(stage.original.rawValue, seats: 1)) { await shop.receive($0) }
        #expect(try await stage.hasAccess("ben"))
        #expect(try await !stage.hasAccess("cleo"))
        #expect(try await stage.hasAccess("anna"), "The purchaser keeps access.")
        #expect(try await stage.seat(of: "cleo")?.end?.reason == .unclaimed)
        let count = stage.callCount
        await stage.work()
        #expect(stage.callCount == count, "Apple knows it.")
        #expect(try await stage.claims() == Set([try await stage.seat(of: "ben")?.claimID].compactMap(\.self)))
    }

    @Test("Nothing about seats is sent in Production, and no call is due")
    func production() async throws {
        let stage = try await SeatStage(seats: 2, in: .production)
        let assigned = try await stage.assign("ben", account: "77")
        #expect(assigned.pending == nil && assigned.outcome.seat.isTaken)
        #expect(try await stage.hasAccess("ben"))
        await stage.work()
        _ = try await stage.release(assigned.outcome.seat.id)
        #expect(stage.callCount == 0)
        let waiting = try await stage.shop.repository.read { view in try view.waitingWork(of: nil) }
        #expect(waiting.due[.seats] == nil)
    }

    @Test("While Apple does not answer, the time between two attempts doubles up to six hours")
    func patience() async throws {
        let stage = try await SeatStage(seats: 1)
        try stage.fail("claimSeat", .error, status: 500)
        #expect(try await stage.assign("ben").pending != nil)
        for attempt in 0..<16 {
            let before = stage.callCount
            await stage.work()
            #expect(stage.callCount > before, "Attempt \(attempt) is due.")
            let wait = min(Span(milliseconds: 5_000 << attempt), Span.hours(6))
            stage.pass(Span(milliseconds: wait.milliseconds - 1))
            let after = stage.callCount
            await stage.work()
            #expect(stage.callCount == after, "Attempt \(attempt + 1) is not due.")
            stage.pass(Span(milliseconds: 1))
        }
        try stage.clearFaults()
        await stage.work()
        #expect(try await stage.seat(of: "ben")?.claimID != nil)
    }

    @Test("Calls are due in the environments in which Apple offers them", arguments: StoreEnvironment.allCases)
    func environments(environment: StoreEnvironment) {
        for operation in [AppStoreOperation.claimSeat, .unclaimSeat, .associateSeat] {
            let isOffered = operation.isAvailable(in: AppStoreEnvironment(environment))
            #expect(Seat.hasCalls(in: environment) == isOffered, "\(operation)")
        }
    }
}
