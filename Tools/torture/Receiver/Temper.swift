/// How a receiver behaves until the end, when all of them behave.
package enum Temper: String, Hashable, Sendable {
    /// It takes everything at once.
    case healthy
    /// It takes everything after a moment, so that two who bring the same lane would meet.
    case unhurried
    /// It refuses in bursts, and asks to be left alone for a while.
    case failing
    /// It takes everything and answers late, for a time too late.
    case slow
    /// It takes everything, and some of its answers are lost on the way.
    case lying
    /// It sends elsewhere, where nobody must ever come.
    case redirecting
    /// Its name leads elsewhere by turns, where nobody must ever come.
    case rebinding
    /// It refuses at times, and some of its answers are lost.
    case moody
}
