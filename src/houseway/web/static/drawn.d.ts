/** What the scripts draw: the answers of the server (types.d.ts) as model.js lays them out. */

export interface Layout {
  summary: string;
  edge: string;
  edge_of: string;
  felt: string[];
  hand: "row" | "suits" | "hands" | "trays";
  board: string[];
  reader: number[];
  boxes: { light: string; label: string; ranks: string; range: string }[];
  spots: { wager: string; label: string }[];
  trays: { name: string; label: string; cards: number }[];
  printed: string[];
  paytables: string[];
  buttons: { decision: string; label: string; key: string; amount: boolean }[];
  guide: GuideStep[];
}

export interface GuideStep {
  when: "wagers" | "decision" | "settled";
  at: string;
  text: string;
}

export interface Wager {
  name: string;
  label: string;
  role: "main" | "decision" | "bonus" | "jackpot";
  required: boolean;
  equals?: string | null;
  of?: string | null;
  option?: string | null;
  about: string;
  rule: string;
}

export type Option = import("./types.d.ts").OptionFacts;

export type Offer = import("./types.d.ts").OfferFacts;

export interface GameData {
  study?: string; // the name of the designer's study that the table plays: not approved
  game: string;
  title: string;
  status: string;
  layout: Layout;
  seats: number;
  wagers: Wager[];
  options: Option[];
  chosen?: Record<string, string>;
  clauses: { clause: string; text: string }[];
  readings: { text: string; option?: string }[];
  notices: { name?: string; text: string; where?: string[] }[];
  offers?: Offer[];
  stakes?: Record<string, string>;
  limits?: Record<string, { minimum: string; maximum: string; step: string }>;
  offered?: string[];
  fixed?: Record<string, string>;
  chip?: string;
  dealing?: {
    player_cards: number;
    dealer_cards: number;
    dealer_extra: number;
    board: string;
    always_dealt: number;
  };
  supplier?: string;
  letters?: { date: string; about: string }[];
  paytables?: Record<string, Record<string, { lines: { name: string; pays: string }[] }>>;
}

export type Hand = import("./types.d.ts").HandView;

export interface Seat {
  seat: number;
  player: string | null;
  name?: string;
  house?: boolean;
  cards: string[];
  hand?: string | null;
  hands?: Hand[];
  front?: string[];
  wagers: Record<string, string>;
  decisions: string[];
  sits_out?: boolean;
  leaves?: boolean;
  purse?: string;
  value?: boolean;
}

export interface Setting {
  front: string[];
  low: string;
  high: string;
  foul: boolean;
}

export interface Choice {
  decision: string;
  label?: string;
  key?: string;
  least?: string;
  most?: string;
  step?: string;
  settings?: Setting[];
}

export interface Line {
  wager: string;
  stake: string;
  result: "win" | "lose" | "push" | "fold" | "surrender" | "void";
  odds: string | null;
  returned: string;
  rule: string;
  line?: string;
  lines?: (string | { line: string })[];
  share?: string;
  hand?: number;
  cards?: string[];
  from_seat?: number;
  breakage?: string;
}

export interface SettledSeat {
  seat: number;
  hand: string | null;
  staked: string;
  returned: string;
  net: string;
  wagers: Line[];
  front?: string[];
  back?: string[];
  foul?: boolean;
}

export type Dealer = import("./types.d.ts").DealerAnswer;

export interface Settlement {
  study?: string;
  status?: string;
  game: string;
  dealer: Dealer;
  seats: SettledSeat[];
  jackpot: { meter_before: string; meter_after: string; awards: unknown[] } | null;
  void?: string;
}

export interface RoundRecord {
  game: string;
  dealer: string[];
  board?: string[];
  draws?: string[];
  seats: { seat: number; player?: string; cards: string[]; decisions?: string[] }[];
}

export interface Settled {
  round: number;
  settlement: Settlement;
  record?: RoundRecord;
  note?: string | null;
  explained?: import("./types.d.ts").SeatExplanation[];
  void?: string | null;
}

export interface View {
  private?: boolean;
  table: string;
  game: string;
  number: number;
  phase: string;
  round: number;
  milliseconds_left: number | null;
  dealer: Dealer;
  lights: string[] | null;
  board: string[];
  turn: number | null;
  choices: Choice[];
  seats: Seat[];
  you: { seat: number | null; purse: string | null; person?: string | null };
  settled: Settled | null;
  jackpot: { name: string; amount: string; takes_wagers: boolean; wager?: string } | null;
  stopped?: string | null;
  deck?: { number: number; commitment: string } | null;
}

export interface Step {
  number: number;
  kind: string;
  seat?: number;
  player?: string;
  round?: number;
  /** The sentence for everybody. */
  say?: string;
  /** The same for the player on the seat. */
  you?: string;
  /** Whether only that player hears it. */
  quiet?: boolean;
}

export interface Advice {
  table: string;
  round: number;
  seat?: number;
  decisions: Record<string, { ev: number; money: string }>;
  best: string;
  waiting?: { done: number; total: number };
  exact?: boolean;
  why?: string | null;
}

/** What the decisions of a finished round gave away, a sentence for each mistake. */
export interface Feedback {
  table: string;
  round: number;
  seat: number;
  mistakes: string[];
}

/** A table in a line of the lobby. */
export interface TableRow {
  study?: string | null;
  table: string;
  game: string;
  phase: string;
  round: number;
  seats: number;
  taken: number;
  free: number[];
  minimum: string | null;
  private: boolean;
  watching: number;
  own_seat: number | null;
  in_hand: boolean;
}

/** A decision of one's own, compared with the best one. */
export interface WeighedDecision {
  number: number;
  round: string;
  game: string;
  decision: string;
  best: string;
  right: boolean;
  cost: string | null;
  why?: string | null;
  seen?: import("./types.d.ts").SeenPosition | null;
}

export type Mistakes = import("./types.d.ts").Mistakes;

export interface ReplayStep {
  say: string;
  seat?: number | null;
  view: {
    dealer: string[] | Dealer;
    board?: string[];
    lights?: string[] | null;
    seats: { seat: number; cards: string[]; hands?: Hand[]; front?: string[]; decisions?: string[] }[];
  };
}

export interface FinishedRound {
  table: string;
  you?: number | null;
  round: number;
  game: string;
  dealt: string;
  record: RoundRecord;
  settlement: Settlement;
  clauses?: Record<string, string>;
  explained?: import("./types.d.ts").SeatExplanation[];
  note?: string | null;
  replay?: ReplayStep[];
  corrections?: {
    number: number;
    at: string;
    reason: string;
    by: string;
    second?: string | null;
    settlement: Settlement;
  }[];
  proof?: Proof | null;
}

export type Proof = import("./types.d.ts").ShuffleProof;

/** A position of a drill where a decision is asked for. */
export interface OpenPosition {
  id: string;
  game?: string;
  text?: string | null;
  view: {
    dealer: string[] | Dealer;
    board?: string[];
    lights?: string[] | null;
    choices: Choice[];
    you?: { seat: number | null } | null;
    seats: {
      seat: number;
      cards: string[];
      hand?: string | null;
      hands?: Hand[];
      wagers?: Record<string, string>;
      staked?: Record<string, string>;
    }[];
  };
}

/** A settlement with one wrong line. */
export interface WrongSettlement {
  id: string;
  game: string;
  record: RoundRecord;
  settlement: Settlement;
}

export interface DrillAnswer {
  right: boolean;
  score?: { asked: number; right: number; streak: number; best: number };
  decisions?: Record<string, { ev: number }>;
  best?: string;
  cost?: string | null;
  why?: string | null;
  where?: { seat: number };
  line?: Line;
  clause?: string;
  due?: string | null;
}
