/*
 * The lease protocol of worker ids, for Spin. README.md says which step is which method of the code, and why what is left
 * out may be left out.
 *
 * Nothing here knows what time it is. Wherever the code reads a clock, any time may be read: a clock that runs wrong, jumps
 * ahead or back, or stands still is one of the cases. Between any two steps anything may happen: so is a pause of an hour.
 *
 * A slot is written under its version and its fence. Versions count from 0 again where a slot was deleted and made anew, and from
 * an old value where a backup was restored; names of fences are never used again, so a version together with a fence is not
 * either. All that matters of a pair that somebody has noted is whether it still is the slot's. That is what the flags named
 * ...Current say; a write of the slot takes them down, but for the writer's own. So nothing is counted, and there is no bound on the
 * number of writes, crashes, sessions, restarts, deletions and restored backups.
 */
#define NODES 2
#ifndef SLOTS
#define SLOTS 1
#endif
#ifndef TIMES
#define TIMES 2
#endif

/*
 * Whom a slot names. Names of claims are never used again, so what matters of one is whose it is and whether it lives: the
 * live claim of a node's process; an expired one of the same process; one of a process that is no more.
 */
#define NOBODY     0
#define OURS(n)    (1 + n)
#define EXPIRED(n) (1 + NODES + n)

#define isLive(owner)   (owner >= OURS(0) && owner < EXPIRED(0))
#define isOwn(n, owner) (owner == OURS(n) || owner == EXPIRED(n))

/* Timestamps are 1 to TIMES; 0 lies before the first. */
typedef Slot {
    bool there;
    byte owner;
    byte until;
    byte before     /* reserved by the owners of slots of this worker id that were deleted; nobody can read it */
}

/* What the thread of the lease does next. Round is the time between its rounds. */
mtype = { Down, Round, Take, AskAfterTake, Renew, AskAfterRenew, Save, Extend, EndLease, Leave, Release, Finish };

typedef Node {
    mtype at = Down;
    bool claimed;       /* our claim lives */
    bool former;        /* what the former process left on disk counts still */

    bool held;
    byte slot;          /* held, or asked for */
    bool current;       /* held: its version, as we wrote or read it last */
    byte until;         /* held: reserved in ZooKeeper, as we wrote or read it last */

    bool askAbsent;     /* the write that is made: there is to be no slot, */
    bool askCurrent;    /* or its version and fence, */
    byte askUntil;      /* what it reserves, */
    byte askFloor;      /* and above what it may be used */

    byte floor;         /* Reservation */
    byte limit;
    bool revoked;

    byte saved;         /* LocalReservation: reserved on disk */
    bool extending;     /* its thread has written the file, and not moved the limit yet */

    bool open;          /* the generator */
    bool checked;       /* a caller is between check and use of the timestamp that is watched */
    bool mine;          /* it has issued it */

    bool file;          /* the state file */
    byte fileSlot;
    bool fileCurrent;
    bool fileInBackup;  /* what it notes is what the backup has */
    byte fileLastSeen;

    bool late;          /* a write that nobody waits for any more is on its way to ZooKeeper */
    bool lateRelease;
    byte lateSlot;
    bool lateAbsent;
    bool lateCurrent;
    byte lateUntil;
    byte lateOwner;
#ifdef NO_FENCE
    bool askAgain;      /* noted of a slot that was deleted since: its version may come again, */
    bool lateAgain;
#endif
#ifdef NO_FENCE_IN_FILE
    bool fileAgain;     /* or of one in an ensemble that was replaced by a backup */
#endif
};

Slot slots[SLOTS];
Node nodes[NODES];

bool deleted;           /* the count of slots that were deleted is not 0 */

bool backedUp;
Slot backup[SLOTS];
bool backupDeleted;
bool asInBackup[SLOTS]; /* not written since */

/*
 * The invariant: no timestamp of a worker id belongs to two lifetimes. A lifetime is that of a generator. One timestamp of
 * slot 0 is watched, any one, chosen at the start; all slots are alike. The ids of other timestamps are left out: they would
 * only raise what is handed back in the end, and so forbid a successor more than it is forbidden here.
 */
byte watched;
bool issued;

#define me   nodes[n]
#define S(i) slots[i]
#define mySlot slots[nodes[n].slot]

/* What must be reachable is reached where its assertion fails; "check" asks for one at a time. Marks are what that needs. */
#ifdef REACH
bool restored, remade[SLOTS];
bool marked[NODES];
byte before[NODES], handedBack[SLOTS];
#define mark(number, value)              marked[n] = (REACH == number -> value : marked[n])
#define markTime(number, time, variable) variable = (REACH == number -> time : variable)
#define reached(number, what)            assert(!(REACH == number && (what)))
#else
#define mark(number, value)              skip
#define markTime(number, time, variable) skip
#define reached(number, what)            skip
#endif

inline atLeast(value, bound) {
    if
    :: value < bound -> value = bound
    :: else
    fi
}

/* This time, or any later one. */
inline orLater(value, latest) {
    do
    :: value < latest -> value++
    :: break
    od
}

/* ---- SnowflakeGenerator, LeasedIds ---- */

inline openGenerator() {
    me.open = true; me.checked = false; me.mine = false
}

/* No thread takes an id after it. Who has checked, and not used, finds it closed. */
inline closeGenerator() {
    me.open = false; me.checked = false; me.mine = false
}

/* A backup that will not be restored any more might as well not be there. */
inline forgetBackup() {
#ifndef NO_WAIT_AFTER_RESTORE
    backedUp = false; backupDeleted = false;
    for (i : 0 .. SLOTS - 1) {
        backup[i].there = false; backup[i].until = 0; backup[i].before = 0;
        asInBackup[i] = false
    }
    for (i : 0 .. NODES - 1) {
        nodes[i].fileInBackup = false;
        forgetWhatIsVoid(nodes[i])
    }
    i = 0
#else
    skip
#endif
}

inline use() {
    printf("node %d issues %d\n", n, watched);
    assert(!issued || me.mine);
    reached(1, marked[n] && watched > before[n]);
    reached(2, marked[n]);
    reached(3, marked[n] && watched <= before[n]);
    reached(4, marked[n]);
    reached(5, watched <= before[n]);
    reached(6, !isOwn(n, mySlot.owner));
    reached(7, mySlot.owner == EXPIRED(n));
    reached(9, isOwn(n, mySlot.owner) && remade[0]);
    reached(10, restored);
    forgetBackup();
    issued = true; me.mine = true; me.checked = false
}

/* ---- ClaimKeeper, and ZooKeeper's sessions ---- */

inline rename(from, to) {
    for (i : 0 .. SLOTS - 1) {
        if
        :: S(i).owner == from -> S(i).owner = to
        :: else
        fi
    }
    i = 0
}

inline dropLate(its) {
    its.late = false; its.lateRelease = false; its.lateSlot = 0; its.lateAbsent = false; its.lateCurrent = false; its.lateUntil = 0; its.lateOwner = 0
}

/* With the claim, transactions that are still on their way under it have become void. */
inline endClaim() {
    printf("node %d's claim ends\n", n);
    me.claimed = false;
    rename(OURS(n), EXPIRED(n));
    if
    :: me.late && me.lateOwner == OURS(n) -> dropLate(me)
    :: else
    fi
}

/* ---- FleetTree: transactions ---- */

#if defined(NO_VERSION_CHECK)
#define asExpected(which, absent, noted, again) true
#elif defined(NO_FENCE)
#define asExpected(which, absent, noted, again) (absent -> !S(which).there : S(which).there && (noted || again))
#else
#define asExpected(which, absent, noted, again) (absent -> !S(which).there : noted)
#endif

/* What notes an old version does nothing any more, so that it might as well not be there. That makes fewer states. */
inline forgetWhatIsVoid(its) {
#if !defined(NO_VERSION_IN_FILE) && !defined(NO_FENCE_IN_FILE)
    if
    :: its.file && !its.fileCurrent && !its.fileInBackup ->
        its.file = false; its.fileSlot = 0; its.fileLastSeen = 0; its.former = false
    :: else
    fi;
#endif
#if !defined(NO_VERSION_CHECK) && !defined(NO_FENCE)
    if
    :: its.late && !its.lateAbsent && !its.lateCurrent -> dropLate(its)
    :: else
    fi
#endif
}

inline outdate(which) {
    asInBackup[which] = false;
    for (i : 0 .. NODES - 1) {
        nodes[i].current = nodes[i].current && nodes[i].slot != which;
        nodes[i].askCurrent = nodes[i].askCurrent && nodes[i].slot != which;
        nodes[i].fileCurrent = nodes[i].fileCurrent && nodes[i].fileSlot != which;
        nodes[i].lateCurrent = nodes[i].lateCurrent && nodes[i].lateSlot != which;
        forgetWhatIsVoid(nodes[i])
    }
    i = 0
}

/* Whoever has noted the version of the slot before it has an old one now; so has the writer of the backup. */
inline write(which, newUntil, by) {
    printf("    slot %d: owner %d, reserved until %d\n", which, by, newUntil);
    markTime(5, (newUntil < S(which).until -> S(which).until : 0), handedBack[which]);
    S(which).there = true; S(which).until = newUntil; S(which).owner = by;
    outdate(which)
}

#define isWriting (me.at == Take || me.at == Renew || me.at == Release)
#define isDone    (me.claimed && asExpected(me.slot, me.askAbsent, me.askCurrent, me.askAgain))

/* The transaction is done. The release takes the claim with it. */
inline writeAsked() {
    write(me.slot, me.askUntil, OURS(n));
    me.askAbsent = false; me.askCurrent = true;
    if
    :: me.at == Renew && mySlot.before <= mySlot.until -> mySlot.before = 0     /* what comes next is above it anyway */
    :: else
    fi;
    if
    :: me.at == Release -> endClaim()
    :: else
    fi
}

inline answered() {
    if
    :: me.at == Take -> begin()
    :: me.at == Renew -> goOn()
    :: else -> me.at = Finish
    fi
}

/* SlotWriter.write: no answer, or that of a conflict; whose is the slot now? */
inline ask() {
    if
    :: me.at == Take -> me.at = AskAfterTake; me.askAbsent = false; me.askCurrent = false; me.askUntil = 0
    :: me.at == Renew -> me.at = AskAfterRenew; forgetAsked()
    :: else -> me.at = Leave
    fi
}

inline post() {
    printf("node %d's write is on its way still\n", n);
    me.late = true; me.lateRelease = (me.at == Release); me.lateSlot = me.slot;
    me.lateAbsent = me.askAbsent; me.lateCurrent = me.askCurrent; me.lateUntil = me.askUntil; me.lateOwner = OURS(n);
#ifdef NO_FENCE
    me.lateAgain = me.askAgain
#endif
}

inline arrive() {
    printf("a late write of node %d arrives\n", n);
    if
    :: asExpected(me.lateSlot, me.lateAbsent, me.lateCurrent, me.lateAgain) ->
        reached(8, me.lateOwner == NOBODY);
        t = (me.lateRelease && me.lateOwner == OURS(n));
        write(me.lateSlot, me.lateUntil, me.lateOwner);
        if
        :: t -> endClaim()
        :: else
        fi;
        t = 0
    :: else
    fi;
    dropLate(me)
}

/* ---- LeaseKeeper, CurrentLease ---- */

inline forgetAsked() {
    me.askAbsent = false; me.askCurrent = false; me.askUntil = 0; me.askFloor = 0
}

inline forgetReservation() {
    me.until = 0; me.floor = 0; me.limit = 0; me.saved = 0
}

inline forgetHeld() {
    me.held = false; me.slot = 0; me.current = false; me.revoked = false;
    forgetReservation()
}

/* A reservation of any window that ends neither before the slot's former one nor before what may be used already. */
inline reserveAbove(used) {
    t = 1;
    atLeast(t, used);
    atLeast(t, mySlot.until);
    orLater(t, TIMES);
    me.askAbsent = !mySlot.there; me.askCurrent = mySlot.there; me.askUntil = t;
#ifdef NO_FENCE
    me.askAgain = false;
#endif
    t = 0
}

/* PreviousRun.resumable */
#if defined(NO_VERSION_IN_FILE)
#define holdsFormer (me.former && me.file && S(me.fileSlot).there)
#elif defined(NO_FENCE_IN_FILE)
#define holdsFormer (me.former && me.file && S(me.fileSlot).there && (me.fileCurrent || me.fileAgain))
#else
#define holdsFormer (me.former && me.file && me.fileCurrent)
#endif

inline takeFormer() {
    me.slot = me.fileSlot; me.askFloor = me.fileLastSeen;
    reserveAbove(me.askFloor);
    printf("node %d takes slot %d up again above %d, until %d\n", n, me.slot, me.askFloor, me.askUntil);
    mark(3, true); markTime(3, mySlot.until, before[n]);
    me.at = Take
}

/*
 * SlotFloor: what was deleted had reserved no further than the longest reservation after the slot was made. Here the clocks count:
 * that is assumed. Where nothing was deleted yet, nothing has to be assumed.
 */
inline aboveTheDeleted() {
    if
    :: deleted -> atLeast(me.askFloor, mySlot.before)
    :: else
    fi
}

/* SlotSearch */
inline takeFree(which) {
    me.slot = which;
#ifdef FLOOR_IGNORED
    me.askFloor = 0;
#else
    me.askFloor = S(which).until;
#endif
#ifdef DELETIONS_COUNTED_BEFORE
    aboveTheDeleted();
#endif
    reserveAbove(me.askFloor);
    printf("node %d takes slot %d above %d, until %d\n", n, me.slot, me.askFloor, me.askUntil);
    mark(3, false);
    me.at = Take
}

inline markWrite() {
    if
    :: me.at == Take ->
        mark(1, false); mark(4, false);
        mark(2, (mySlot.owner >= EXPIRED(0) && !isOwn(n, mySlot.owner)));
        markTime(5, handedBack[me.slot], before[n])
    :: me.at == Renew && mySlot.owner == EXPIRED(n) -> mark(1, true); markTime(1, mySlot.until, before[n])
    :: else
    fi
}

inline askAfterTake() {
    if
    :: isOwn(n, mySlot.owner) ->
        mark(4, true);
        me.askCurrent = true; me.askUntil = mySlot.until; begin()
    :: else -> forgetAsked(); me.slot = 0; me.at = Round
    fi
}

/* Nothing can be issued yet: the limit is the floor. */
inline begin() {
    printf("node %d has slot %d\n", n, me.slot);
#ifndef DELETIONS_COUNTED_BEFORE
    aboveTheDeleted();
#endif
    me.former = false; me.held = true;
    me.current = me.askCurrent; me.until = me.askUntil;
    me.floor = me.askFloor; me.limit = me.askFloor; me.saved = me.askFloor;
    forgetAsked();
    openGenerator();
    me.at = Save
}

/* First half of LeaseKeeper.renew: whose is the slot, before it is written? */
inline renew() {
    if
    :: isOwn(n, mySlot.owner) ->
        reserveAbove(me.limit);
#ifdef LIMIT_BEFORE_SLOT
        me.limit = me.askUntil; me.saved = me.askUntil; writeFile(me.current, me.saved);
#endif
        me.at = Renew
    :: else -> revoke()
    fi
}

/* LeaseKeeper.settle */
inline settle() {
    if
    :: isOwn(n, mySlot.owner) -> me.askCurrent = true; me.askUntil = mySlot.until; goOn()
    :: else -> revoke()
    fi
}

inline goOn() {
    me.current = me.askCurrent; me.until = me.askUntil;
    forgetAsked();
    me.at = Save
}

/* First half of CurrentLease.lose. */
inline revoke() {
    forgetReservation();
    me.revoked = true;
    me.at = EndLease
}

/* Second half: LocalReservation.end, and LeaseListener.lost. */
inline endLease() {
    printf("node %d has lost slot %d\n", n, me.slot);
    forgetHeld(); closeGenerator();
    me.at = Round
}

/* ---- LocalReservation, StateDirectory: one lock for both threads ---- */

inline writeFile(itsCurrent, itsTime) {
    printf("node %d writes its file: %d\n", n, itsTime);
    me.file = true; me.fileSlot = me.slot; me.fileCurrent = itsCurrent; me.fileLastSeen = itsTime;
    me.fileInBackup = itsCurrent && asInBackup[me.slot];
#ifdef NO_FENCE_IN_FILE
    me.fileAgain = false;
#endif
    forgetWhatIsVoid(me)
}

inline moveLimit() {
    if
    :: !me.revoked -> me.limit = me.saved
    :: else
    fi
}

inline save() {
    orLater(me.saved, me.until);
#ifdef LIMIT_BEFORE_FILE
    moveLimit()
#else
    writeFile(me.current, me.saved)
#endif
}

inline extend() {
#ifdef LIMIT_BEFORE_FILE
    writeFile(me.current, me.saved)
#else
    moveLimit()
#endif
}

/* ---- LeaseKeeper.leave, SlotRelease ---- */

inline stop() {
    printf("node %d stops\n", n);
    me.askUntil = me.floor;
    if
    :: me.mine -> atLeast(me.askUntil, watched)
    :: else
    fi;
#ifndef RELEASE_BEFORE_CLOSE
    closeGenerator();
    me.revoked = true; me.limit = 0;
#endif
    me.at = Leave
}

inline lookBeforeRelease() {
    if
    :: !isOwn(n, mySlot.owner) -> end()
    :: isOwn(n, mySlot.owner) && mySlot.until == me.askUntil -> me.askCurrent = true; me.at = Finish
    :: else -> me.askCurrent = true; me.at = Release
    fi
}

/* The process ends, in whatever state it is. What it has sent may still arrive. */
inline end() {
    printf("node %d ends\n", n);
    rename(EXPIRED(n), NOBODY);
    rename(OURS(n), NOBODY);
    me.lateOwner = NOBODY;
    me.claimed = false; me.former = false; me.extending = false;
    forgetAsked(); forgetHeld(); closeGenerator();
    me.at = Down
}

/* ---- Operators ---- */

/* The slot of a process that is no more. What it has sent may still arrive. */
inline deleteSlot(which) {
    printf("somebody deletes slot %d\n", which);
    atLeast(S(which).before, S(which).until);
    S(which).there = false; S(which).owner = NOBODY; S(which).until = 0;
    deleted = true;
#ifdef REACH
    remade[which] = (REACH == 9);
#endif
    outdate(which);
    for (i : 0 .. NODES - 1) {
#ifdef NO_FENCE
        nodes[i].askAgain = nodes[i].askAgain || nodes[i].slot == which;
        nodes[i].lateAgain = nodes[i].lateAgain || (nodes[i].late && nodes[i].lateSlot == which);
#endif
#ifdef NO_FENCE_IN_FILE
        nodes[i].fileAgain = nodes[i].fileAgain || (nodes[i].file && nodes[i].fileSlot == which);
#endif
        skip
    }
    i = 0
}

inline copySlot(from, to) {
    to.there = from.there; to.until = from.until; to.before = from.before;
    to.owner = NOBODY
}

/* Once restored, its claims are those of processes that are no more. */
inline backUp() {
    printf("a backup is made\n");
    backedUp = true; backupDeleted = deleted;
    for (i : 0 .. SLOTS - 1) {
        copySlot(S(i), backup[i]);
        asInBackup[i] = true
    }
    for (i : 0 .. NODES - 1) {
        nodes[i].fileInBackup = nodes[i].fileCurrent
    }
    i = 0
}

#define allDown (nodes[0].at == Down && nodes[1].at == Down)

/*
 * All nodes are down, and nothing of theirs is on its way. Before they are started, time passes all that was ever issued: clocks
 * are assumed to be right for that. If the watched timestamp was issued, it is not issued again, and there is nothing more to see.
 */
#ifdef NO_WAIT_AFTER_RESTORE
#define timeHasPassed true
#else
#define timeHasPassed (!issued)
#endif

inline restore() {
    printf("the backup is restored\n");
    deleted = backupDeleted;
    for (i : 0 .. SLOTS - 1) {
        copySlot(backup[i], S(i));
        asInBackup[i] = true
    }
    for (i : 0 .. NODES - 1) {
        nodes[i].fileCurrent = nodes[i].fileInBackup;
#ifdef NO_FENCE_IN_FILE
        nodes[i].fileAgain = nodes[i].fileAgain || nodes[i].file;
#endif
        dropLate(nodes[i]);
        forgetWhatIsVoid(nodes[i])
    }
    i = 0;
#ifdef REACH
    restored = (REACH == 10)
#endif
}

proctype operator() {
    byte i;
    do
#ifdef DELETIONS
    :: d_step { S(0).there && S(0).owner == NOBODY -> deleteSlot(0) }
#if SLOTS > 1
    :: d_step { S(1).there && S(1).owner == NOBODY -> deleteSlot(1) }
#endif
#endif
#ifdef BACKUPS
    :: d_step { !issued && !backedUp -> backUp() }
    :: d_step { backedUp && allDown && timeHasPassed -> restore(); forgetBackup() }
#endif
    :: false
    od
}

proctype node(byte n) {
    byte i, t;
    do
    /* The process. It may start without its file: the clock went back and that is accepted, or the file is another boot's. */
    :: d_step { me.at == Down -> printf("node %d starts\n", n); me.at = Round; me.claimed = true; me.former = me.file }
    :: d_step { me.at == Down && me.file -> me.at = Round; me.claimed = true }
    :: d_step { me.at == Down && me.file -> me.file = false; me.fileSlot = 0; me.fileCurrent = false; me.fileInBackup = false; me.fileLastSeen = 0 }
    :: d_step { me.at != Down -> end() }

    /* A caller. */
    :: me.open && me.slot == 0 && me.floor < watched && watched <= me.limit && !me.checked -> me.checked = true
    :: d_step { me.checked -> use() }

    /* The thread of the lease. */
    :: d_step { me.at == Round && !me.claimed -> me.claimed = true }
    :: atomic { me.at == Round && me.claimed && !me.held && holdsFormer -> takeFormer() }
    :: atomic { me.at == Round && me.claimed && !me.held && !isLive(S(0).owner) -> takeFree(0) }
#if SLOTS > 1
    :: atomic { me.at == Round && me.claimed && !me.held && !isLive(S(1).owner) -> takeFree(1) }
#endif
    :: atomic { me.at == Round && me.claimed && me.held -> renew() }
    :: d_step { me.at == AskAfterTake -> askAfterTake() }
    :: d_step { me.at == AskAfterRenew -> settle() }
    :: atomic { me.at == Save && !me.extending -> save(); me.at = Extend }
    :: d_step { me.at == Save && !me.extending -> me.at = Round }                       /* the disk did not take it */
    :: d_step { me.at == Extend -> extend(); me.at = Round }
    :: d_step { me.at == EndLease && !me.extending -> endLease() }

    /* A write of it: CLAIM_GONE; done and answered; done; not done, but it will be; not done. */
    :: d_step { isWriting && !me.claimed -> me.claimed = true;
        if
        :: me.at == Release -> me.at = Leave
        :: me.at == Take -> forgetAsked(); me.slot = 0; me.at = Round
        :: else -> forgetAsked(); me.at = Round
        fi }
    :: d_step { isWriting && isDone -> markWrite(); writeAsked(); answered() }
    :: d_step { isWriting && isDone -> markWrite(); writeAsked(); ask() }
    :: d_step { isWriting && me.claimed && me.askCurrent && !me.late -> post(); ask() }
    :: d_step { isWriting && me.claimed -> ask() }

    /* The thread of the state directory: LocalReservation.keepAhead. */
    :: atomic { me.held && !me.extending && me.at != Save && me.at != Extend && me.saved < me.until -> save(); me.extending = true }
    :: d_step { me.extending -> extend(); me.extending = false }

    /* Leaving. */
    :: d_step { me.at == Round && me.held && !me.extending -> stop() }
    :: d_step { me.at == Leave -> lookBeforeRelease() }
    :: d_step { me.at == Finish && !me.extending -> writeFile(me.askCurrent, me.askUntil); end() }

    /* ZooKeeper. */
    :: d_step { me.claimed -> endClaim() }
    :: d_step { me.late -> arrive() }
    od
}

init {
    atomic {
        byte t = 1;
        orLater(t, TIMES);
        watched = t; t = 0;
        run node(0); run node(1); run operator()
    }
}
