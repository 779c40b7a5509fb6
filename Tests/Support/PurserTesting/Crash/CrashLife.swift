/// The events of a process and its machine, from one opening of the file to the next.
struct CrashLife: Sendable {
    /// How a life ends.
    enum Ending: Sendable, CaseIterable {
        /// The process dies at some operation on the disk.
        case dies
        /// A sync fails, and the process stops.
        case syncFails
        /// It dies at an operation while it closes.
        case diesClosing
        /// It closes.
        case closes
    }

    /// How it ends.
    let ending: Ending
    /// At which operation, or which sync, counted from the beginning of the work.
    let place: Int64
    /// At which operation of opening the file it dies, if it does.
    let dyingWhileOpening: Int64?
    /// After how many operations the disk is full for a while, if it is, and whether nothing at all can be written
    /// then.
    let full: (after: Int64, all: Bool)?
    /// Whether the machine loses its power when the process has ended.
    let losesPower: Bool
    /// Whether the writer checkpoints all the time.
    let checkpointsOften: Bool

    /// A life by chance.
    init(_ generator: inout SeededGenerator) {
        let endings: [Ending] = [.dies, .dies, .dies, .syncFails, .syncFails, .diesClosing, .closes]
        self.ending = generator.pick(endings)
        switch self.ending {
        case .dies: self.place = 1 + Int64(generator.number(below: 400))
        case .syncFails: self.place = 1 + Int64(generator.number(below: 12))
        case .diesClosing, .closes: self.place = 1 + Int64(generator.number(below: 30))
        }
        self.dyingWhileOpening = generator.happens(percent: 20) ? 1 + Int64(generator.number(below: 60)) : nil
        self.full =
            generator.happens(percent: 30)
            ? (Int64(generator.number(below: 300)), generator.happens(percent: 50)) : nil
        self.losesPower = generator.happens(percent: 65)
        self.checkpointsOften = generator.happens(percent: 40)
    }
}
