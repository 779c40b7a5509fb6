import Ledger
import PurserService
import PurserTesting
import Testing

@Suite struct OutageSyncWorkerTests {
    @Test("An outage of one node is known to the others, and an older one does not replace it")
    func shared() async throws {
        let repository = InMemoryRepository()
        let notes = [OutageNote(), OutageNote()]
        let now = Sample.beginning + .minutes(1)
        let ambient = Ambient(now: { now }, randomBytes: { Array(repeating: 0, count: $0) })
        let workers = notes.map { note in
            OutageSyncWorker(outage: note, repository: repository, ambient: ambient, clock: .continuous)
        }
        for each in workers { await each.share() }
        #expect(try await repository.read { view in try view.newestOutage() } == nil)
        notes[0].note(at: Sample.beginning)
        for each in workers { await each.share() }
        #expect(notes[1].wasNoted(since: Sample.beginning))
        notes[1].note(at: Sample.beginning + .seconds(5))
        for each in workers.reversed() { await each.share() }
        #expect(notes[0].newest == Sample.beginning + .seconds(5))
        notes[0].note(at: Sample.beginning)
        #expect(notes[0].newest == Sample.beginning + .seconds(5))
        // A node whose clock was ahead.
        notes[0].note(at: now + .hours(1))
        for each in workers { await each.share() }
        #expect(notes[1].newest == now)
    }
}
