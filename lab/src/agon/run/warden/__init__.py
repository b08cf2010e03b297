"""The warden: a small process of its own that starts programs, measures their whole group and ends them.

Why a process of its own. The lab holds large libraries and a live display; measuring from inside it would disturb both.
And the programs must die with the lab, however it dies. The chain is

    lab  --pipe-->  warden (subreaper)  --fork-->  program (own session)  -->  whatever it starts

1. The warden is the subreaper of everything below it: a process whose parent has gone becomes the warden's child, even
   if it made a session of its own. So "no children left" means that nothing of the invocation is left.
2. The warden ends, and ends everything below it first, when its standard input closes or it is sent SIGTERM; the kernel
   sends it SIGTERM when the lab dies (parent-death signal). A `kill -9` of the lab is therefore a clean end.
3. The program gets SIGKILL from the kernel if the warden itself is killed. What it had started may survive that; such
   processes carry AGON_MARK in their environment, by which the lab ends them (agon.survivors): before it starts
   another warden, when it ends, or in `agon resume`.
4. One program at a time. The warden is single-threaded: fork is safe, and the parent-death signal is the process's.

It reads one `Job` a line and replies with one line, an `Answer` (`messages`). For a job that is `repeated` it writes a
`Batch` in between, with what the program's iterations took, and reads a `Request` for more (agon.run.repeat). It
imports nothing outside the standard library and this folder, so that it is small and starts fast; of this folder,
`client` is the lab's end and not the warden's.
"""
