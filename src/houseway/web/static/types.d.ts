/** What the server sends, made from the OpenAPI document by tools/make_types.py. */

export interface ActForm {
  subject: string;
  act: string;
  about: string;
  never: string;
  place: string;
  call: string;
  second: "never" | "sometimes" | "always";
  fields: FieldForm[];
}

export interface AwardAnswer {
  seat: number;
  line: string;
  share: string | null;
  amount: string;
}

export interface Bar {
  low: number;
  high: number;
  probability: number;
}

export interface Box {
  light: string;
  label: string;
  ranks: string;
  range: string;
}

export interface Button {
  decision: string;
  label: string;
  key: string;
  amount?: boolean;
}

export interface CardDeck {
  cards: string[];
  copies: number;
  out: string[];
}

export interface CardPlace {
  to: string;
  seat: number;
  card: number;
}

export interface CellValues {
  row: number;
  column: number;
  hands: string;
  values: Record<string, number>;
}

export interface ChartTable {
  title: string;
  columns: string[];
  rows: string[][];
  legend: string;
  labels: number;
  decisions: Record<string, string>;
}

export interface ChartWorth {
  title: string;
  mean_of: string;
  cells: CellValues[];
}

export interface CheckedLine {
  pays_right: boolean;
  reason_right: boolean;
  result: string;
  odds: string | null;
  pays: string;
  reason: string;
  clause: string;
}

export interface CheckedQuestion {
  right: number;
  lines: CheckedLine[];
}

export interface ChipCount {
  chip: string;
  count: number;
}

export interface ChoiceValue {
  ev: number;
  money: string;
}

export interface ClauseText {
  clause: string;
  text: string;
}

export interface ConfirmationRow {
  id: string;
  by: string;
  subject: string;
  act: string;
  sentence: string;
  digest: string;
  state: "waiting" | "doing" | "done" | "refused" | "declined" | "withdrawn" | "expired";
  second: string | null;
  problem: string | null;
  seconds: number;
  may: string[];
  details?: string | null;
  answer?: unknown;
}

export interface ConsoleCall {
  call: number;
  by: string;
  reason: string;
}

export interface ConsoleChoice {
  decision: string;
  label?: string;
  key?: string;
  least?: string;
  most?: string;
  cards?: number;
  step?: string | null;
}

export interface ConsoleReader {
  boxes: Box[];
  lights: string[] | null;
  contradiction: string | null;
}

export interface ConsoleSeat {
  seat: number;
  player: string | null;
  in_round: boolean;
  sits_out: boolean;
  wagers: Record<string, string>;
  decisions: string[];
  cards: string[];
  hands: HandView[];
  lamp: string | null;
  jackpot: boolean;
}

export interface ConsoleSpots {
  wager: string;
  counted: number[];
  sensed: number[] | null;
  sensed_at: string | null;
}

export interface ConsoleView {
  table: string;
  number: number;
  game: string | null;
  title: string;
  phase: string;
  day: string;
  round: number;
  dealer: string | null;
  limits: string;
  step: NextStep;
  order: CardPlace[];
  deck: CardDeck | null;
  dealer_cards: string[];
  board: string[];
  seats: ConsoleSeat[];
  turn: number | null;
  choices: ConsoleChoice[];
  reader: ConsoleReader | null;
  spots: ConsoleSpots | null;
  devices: DeviceView[];
  by_hand: string[];
  manual: string[];
  payments: Payments | null;
  shares: number[];
  held: HoldView | null;
  calls: ConsoleCall[];
  controller: boolean;
  jackpot: MeterView | null;
  entry: LastEntry | null;
  irregularities: string[];
}

export interface DealerAnswer {
  cards: string[];
  hand: string | null;
  qualifies?: boolean;
  front?: string[];
  back?: string[];
  discarded?: string;
}

export interface DealingFacts {
  player_cards: number;
  dealer_cards: number;
  dealer_extra: number;
  board: number;
  always_dealt: number;
}

export interface DealtCard {
  card: string;
  to: string;
}

export interface DeckView {
  number: number;
  commitment: string;
}

export interface DeviceView {
  device: string;
  kind: string;
  lost: string | null;
}

export interface DevicesView {
  paired: DeviceView[];
  sensed: number[] | null;
  lights: string[] | null;
  contradiction: string | null;
  by_hand: string[];
}

export interface Drill {
  id: string;
  game: string;
  view?: Record<string, unknown>;
  text?: string | null;
  record?: Record<string, unknown>;
  settlement?: Record<string, unknown>;
}

export interface Drills {
  game: string;
  kind: string;
  positions: Drill[];
  score: Score;
  reviews: ReviewPlan;
}

export interface Evening {
  rounds: number;
  mean: number;
  standard_deviation: number;
  two_of_three: [number, number];
  nineteen_of_twenty: [number, number];
  ahead: number;
  even: number;
  behind: number;
  ruin_low: number;
  ruin_high: number;
  left_out: number;
  bars: Bar[];
}

export interface FieldForm {
  name: string;
  label: string;
  about: string;
  kind:
    | "text"
    | "long"
    | "secret"
    | "number"
    | "money"
    | "flag"
    | "choice"
    | "choices"
    | "list"
    | "cards"
    | "wagers"
    | "json";
  required: boolean;
  least?: number | null;
  most?: number | null;
  length?: number | null;
  choices: string[];
}

export interface FigureResult {
  game: string;
  what: string;
  measure: string;
  printed: string;
  exact: string;
  verdict: string;
  as_expected: boolean;
}

export interface FinishedRound {
  table: string;
  round: number;
  number: number;
  game: string;
  options: Record<string, string>;
  status: string;
  reason: string | null;
  dealt: string;
  ended: string;
  record: RoundRecord;
  settlement: SettlementAnswer;
  note: string | null;
  limited: LimitedWager[];
  corrections: RoundCorrection[];
  cards: DealtCard[];
  events: RoundEvent[];
  clauses: Record<string, string>;
  explained: SeatExplanation[];
  replay: Step[];
  proof: ShuffleProof | null;
  you?: number | null;
}

export interface FinishedView {
  round: number;
  void: string | null;
  record: RoundRecord;
  settlement: SettlementAnswer;
  limited: LimitedWager[];
  corrected?: string;
}

export interface FloorCall {
  call: number;
  by: string;
  reason: string;
}

export interface FloorHold {
  round: number;
  awards: HeldAward[];
  verified: string[];
  short?: string;
  entered_by: string[];
}

export interface FloorJackpot {
  jackpot: string;
  meter: string;
  pending: SignWin[];
}

export interface FloorTable {
  table: string;
  game: string;
  phase: string;
  round: number;
  dealer: string | null;
  stopped: string | null;
  controller: boolean;
  calls: FloorCall[];
  held: FloorHold | null;
  devices: DeviceView[];
  contradiction: string | null;
}

export interface FloorView {
  now: string;
  tables: FloorTable[];
  jackpots: FloorJackpot[];
}

export interface GameFacts {
  game: string;
  title: string;
  status: string;
  supplier: string;
  submission: string | null;
  letters: LetterDate[];
  seats: number;
  deck: string;
  dealing: DealingFacts;
  layout: Layout;
  wagers: WagerFacts[];
  options: OptionFacts[];
  clauses: ClauseText[];
  readings: ReadingText[];
  paytables: Record<string, Record<string, PayTableFacts>>;
  stakes: Record<string, string>;
  chosen: Record<string, string>;
  offers: OfferFacts[];
  notices: Notice[];
  table?: string;
  limits?: Record<string, LimitFacts>;
  fixed?: Record<string, string>;
  offered?: string[];
  chip?: string;
  seconds?: number | null;
  dealer?: string;
  defaults?: string[];
  study?: string;
}

export interface GameHead {
  game: string;
  title: string;
  status: string;
  supplier: string;
  submission: string | null;
  letters: LetterDate[];
  seats: number;
  deck: string;
  dealing: DealingFacts;
  layout: Layout;
}

export interface GuideStep {
  when: "wagers" | "decision" | "settled";
  at: string;
  text: string;
}

export interface HandMarks {
  round: number;
  marks: Mark[];
}

export interface HandView {
  cards: string[];
  hand: string | null;
  in_play: boolean;
}

export interface HeldAward {
  player: string;
  amount: string;
  forms?: string[];
}

export interface History {
  rounds: number;
  net: string;
  curve: string[];
  sittings: Sitting[];
  days: PracticeDay[];
  ratings: Rating[];
}

export interface HoldView {
  round: number;
  awards: HeldAward[];
  verified: string[];
  short?: string;
}

export interface JackpotAnswer {
  meter_before: string;
  contributed: string;
  awards: AwardAnswer[];
  reseeded: string;
  meter_after: string;
}

export interface JackpotLine {
  jackpot: string;
  kind: string;
  current: string;
  hits: number;
  tables: string[];
  stopped: string;
}

export interface JackpotRecord {
  meter: string;
  contributed: string;
  reset: string;
  wager: string;
  prizes: Record<string, string>;
  prizes_from: "house" | "meter";
}

export interface JackpotSign {
  state: SignState;
  wager: string;
  games: SignGame[];
  pays: SignLine[];
  notices: string[];
}

export interface Job {
  id: string;
  kind: string;
  game: string;
  options: Record<string, string>;
  person: string;
  study?: string;
  form?: string;
  state?: string;
  done?: number;
  total?: number;
  problem?: string;
}

export interface Judgement {
  right: boolean;
  where?: WrongLine;
  line?: Record<string, unknown>;
  why?: string | null;
  clause?: string;
  decisions?: Record<string, unknown>;
  best?: string;
  exact?: boolean;
  decision?: string;
  cost?: string;
  score?: Score;
  due?: string | null;
}

export interface LabFacts {
  game: string;
  title: string;
  per: string;
  labels: Record<string, string>;
  marks: Record<string, string>;
  chosen: Record<string, string>;
  options: LabOption[];
  wagers: LabWager[];
  analysis: Record<string, unknown> | null;
  figures: FigureResult[];
  results: NetResult[] | null;
  has_face_up: boolean;
  jackpot: LabJackpot | null;
  forms: string[];
}

export interface LabJackpot {
  wager: string;
  start: string;
  reset: string;
  increment: string;
}

export interface LabOption {
  name: string;
  about: string;
  values: string[];
  value: string;
  default: string;
  bears_on_price: boolean;
}

export interface LabWager {
  name: string;
  label: string;
  offered: string | null;
  more: number;
}

export interface LastEntry {
  what: string;
  by: string;
  seat: number | null;
  choices: string[];
  order: CardPlace[];
}

export interface Layout {
  summary?: string;
  edge?: string;
  edge_of?: string;
  felt?: string[];
  hand?: "row" | "suits" | "hands" | "trays";
  board?: string[];
  reader?: number[];
  boxes?: Box[];
  spots?: Spot[];
  trays?: Tray[];
  printed?: string[];
  paytables?: string[];
  buttons?: Button[];
  guide?: GuideStep[];
}

export interface LetterDate {
  date: string;
  about: string;
}

export interface LimitFacts {
  minimum: string;
  maximum: string;
  step: string;
}

export interface LimitedSeat {
  seat: number;
  full: string;
  paid: string;
}

export interface LimitedWager {
  wager: string;
  full: string;
  paid: string;
  seats: LimitedSeat[];
}

export interface LineAnswer {
  pays: number;
  reason: number;
}

export interface LineExplanation {
  why: string;
  clause: string;
  cards: string[];
  against?: string[];
}

export interface LinePays {
  name: string;
  pays: string;
}

export interface LobbyMeter {
  name: string;
  amount: string;
}

export interface LobbyPlayer {
  seat: number;
  player: string;
  house: boolean;
}

export interface LobbyTable {
  table: string;
  game: string | null;
  number: number;
  phase: string;
  round: number;
  seats: number;
  taken: number;
  players: LobbyPlayer[];
  free: number[];
  minimum: string | null;
  private: boolean;
  jackpot: LobbyMeter | null;
  watching: number;
  day: string;
  own_seat: number | null;
  in_hand: boolean;
  study: string | null;
}

export interface Mark {
  chart: number;
  row: number | null;
  column: number;
}

export interface MeterView {
  name: string;
  amount: string;
  takes_wagers: boolean;
}

export interface MistakeKind {
  game: string;
  decision: string;
  best: string;
  count: number;
  cost: string;
  last: string;
}

export interface Mistakes {
  decisions: number;
  mistakes: number;
  cost: string;
  kinds: MistakeKind[];
  dearest: WeighedDecision[];
}

export interface NetResult {
  net: number;
  probability: number;
  net_exact: string;
  probability_exact: string;
}

export interface NextStep {
  kind:
    | "closed"
    | "wagers"
    | "shares"
    | "settle"
    | "cards"
    | "draw"
    | "decide"
    | "controller"
    | "held"
    | "sealed"
    | "stopped";
  say: string;
  then?: string;
  first?: string;
  act?: string | null;
  seat?: number | null;
  blocked?: string | null;
}

export interface Notice {
  name: string | null;
  rule: string;
  where: string[];
  text: string;
}

export interface OfferFacts {
  wager: string;
  label: string;
  paytable: string | null;
  table: string;
  rule: string;
  lines: OfferLine[];
  combinations: number | null;
  house_edge: number | null;
}

export interface OfferLine {
  name: string;
  pays: string;
  envy: string | null;
  count: number | null;
}

export interface OpeningStep {
  name: string;
  done: boolean;
  state: string;
  subject?: string;
  act?: string;
}

export interface OptionFacts {
  name: string;
  values: string[];
  default: string;
  demonstration: string;
  number: string | null;
  about: string;
  rule: string | null;
  concerns: string[];
  posted: Record<string, string>;
}

export interface OwnView {
  seat: number;
  purse: string;
}

export interface PageChoice {
  decision: string;
  label?: string;
  key?: string;
  least?: string;
  most?: string;
  cards?: number;
  step?: string;
  settings?: SettingView[];
}

export interface PageSeat {
  seat: number;
  player: string | null;
  cards: string[];
  staked: Record<string, string>;
  decisions: string[];
  hands?: HandView[];
  front?: string[];
  wagers: Record<string, string>;
  sits_out: boolean;
  leaves: boolean;
  in_round: boolean;
  house: boolean;
  hand: string | null;
  name?: string;
}

export interface PageView {
  table: string;
  game: string | null;
  number: number;
  phase: string;
  stopped: string | null;
  day: string;
  round: number;
  deadline: string | null;
  milliseconds_left: number | null;
  dealer: string[];
  lights: string[] | null;
  board: string[];
  turn: number | null;
  deck: DeckView | null;
  jackpot: MeterView | null;
  held: HoldView | null;
  settled: FinishedView | null;
  devices?: DevicesView;
  study?: string;
  private: boolean;
  seats: PageSeat[];
  choices: PageChoice[];
  you: OwnView | null;
}

export interface PaidLine {
  wager: string;
  label: string;
  result: string;
  stake: string;
  take: string;
  pay: string;
  odds: string | null;
  line: string | null;
  clause: string;
  early: boolean;
}

export interface PairedConsole {
  table: string;
  console: string;
  game: string | null;
  phase: string;
  dealer: string | null;
  token?: string | null;
}

export interface PayTableFacts {
  rule: string;
  lines: LinePays[];
  envy?: Record<string, string>;
}

export interface Payments {
  round: number;
  void: string | null;
  dealer: string[];
  hand: string | null;
  note: string | null;
  seats: SeatPayment[];
}

export interface PhysicalTable {
  table: string;
  game: string;
  title: string;
  round: number;
  phase: string;
  dealer: string[];
  board: string[];
  seats: SeatCards[];
  drawn: string[];
  next_card: string | null;
  says: SpokenDecision | null;
  slips: string[];
}

export interface PracticeDay {
  day: string;
  decisions: number;
  right: number;
  cost: string;
}

export interface QuizLine {
  seat: number;
  wager: string;
  stake: string;
  pays: string[];
  reasons: string[];
}

export interface QuizQuestion {
  question: number;
  situation: string[];
  lines: QuizLine[];
}

export interface Rating {
  game: string;
  hands: number;
  needed: number;
  cents: number | null;
  error: number | null;
  share: number | null;
}

export interface ReadingText {
  text: string;
  option: string | null;
}

export interface Repriced {
  game: string;
  wager: string;
  table: string;
  house_edge: number;
  house_edge_exact: string;
  hit_frequency: number;
  standard_deviation: number | null;
  combinations: number;
  basis: string | null;
  lines: RepricedLine[];
  study: string;
}

export interface RepricedLine {
  line: string;
  combinations: number;
  probability: number;
  pays: string;
  returns: number;
}

export interface ReviewPlan {
  due: number;
  later: number;
  learned: number;
  next: string | null;
}

export interface RoomPlace {
  page: "floor" | "pairing" | "console";
  address: string;
  table?: string | null;
}

export interface RoomStatus {
  person: string;
  roles: string[];
  places: RoomPlace[];
  steps: OpeningStep[];
  acts: ActForm[];
  confirmations: ConfirmationRow[];
}

export interface RoundCorrection {
  number: number;
  corrects: number;
  at: string;
  by: string;
  second: string;
  reason: string;
  record: RoundRecord;
  settlement: SettlementAnswer;
  limited: LimitedWager[];
  replay: Step[];
}

export interface RoundEvent {
  number: number;
  at: string;
  kind: string;
  by: string;
  data: Record<string, unknown>;
  hash: string;
}

export interface RoundRecord {
  game: string;
  study?: StudyMark;
  options: Record<string, string>;
  dealer: string[];
  board?: string[];
  seats: SeatRecord[];
  jackpot?: JackpotRecord;
  draws?: string[];
  void?: string;
  meta?: Record<string, unknown>;
}

export interface Score {
  asked: number;
  right: number;
  streak: number;
  best: number;
}

export interface SeatAnswer {
  seat: number;
  hand: string | null;
  front?: string[] | null;
  back?: string[] | null;
  foul?: boolean;
  staked: string;
  returned: string;
  net: string;
  wagers: LineAnswer[];
}

export interface SeatCards {
  seat: number;
  cards: string[];
}

export interface SeatExplanation {
  seat: number;
  lines: LineExplanation[];
}

export interface SeatPayment {
  seat: number;
  player: string;
  cards: string[];
  hand: string | null;
  take: string;
  pay: string;
  take_chips: ChipCount[];
  pay_chips: ChipCount[];
  held: string | null;
  withheld: string | null;
  lines: PaidLine[];
}

export interface SeatRecord {
  seat: number;
  player?: string;
  cards: string[];
  wagers: Record<string, string>;
  decisions: string[];
}

export interface SeenPosition {
  seat: number;
  cards: string[];
  hand: string | null;
  dealer: string[];
  board: string[];
  lights: string[];
}

export interface SettingView {
  front: string[];
  back: string[];
  low: string;
  high: string;
  foul: boolean;
}

export interface SettlementAnswer {
  game: string;
  study?: string;
  status?: string;
  dealer: DealerAnswer;
  seats: SeatAnswer[];
  jackpot: JackpotAnswer | null;
  void?: string;
  meta?: Record<string, unknown>;
}

export interface ShuffleProof {
  commitment: string;
  deck: number;
  committed: string;
  position: number;
  seed: string | null;
  table: string;
  values: [number, string][];
  start: string;
  copies: number;
  cards: number;
}

export interface SignGame {
  title: string;
  tables: string[];
}

export interface SignLimit {
  label: string;
  minimum: string;
  maximum: string;
}

export interface SignLine {
  name: string;
  pays: string;
}

export interface SignState {
  jackpot: string;
  number: number;
  meter: string;
  stopped: string | null;
  tables: string[];
  pending: SignWin[];
  wins: SignWin[];
}

export interface SignWin {
  table: string;
  amount: string;
  at: string;
}

export interface SignedIn {
  person: string;
  roles: string[];
  balance: string;
  guest: boolean;
  practice: boolean;
  csrf: string;
  token?: string | null;
  must_change?: boolean;
  account?: string | null;
  table?: string | null;
}

export interface Sitting {
  began: string;
  ended: string;
  games: string[];
  rounds: number;
  staked: string;
  net: string;
  mistakes: number;
  cost: string;
}

export interface SpokenDecision {
  seat: number;
  decision: string;
}

export interface Spot {
  wager: string;
  label: string;
}

export interface Step {
  say: string;
  seat: number | null;
  view: StepView;
}

export interface StepSeat {
  seat: number;
  player: string | null;
  cards: string[];
  staked: Record<string, string>;
  decisions: string[];
  hands?: HandView[];
  front?: string[];
  hand: string | null;
}

export interface StepView {
  dealer: string[];
  lights: string[] | null;
  board: string[];
  turn: number | null;
  seats: StepSeat[];
}

export interface StudyMark {
  name: string;
  rules: string;
}

export interface TableSign {
  table: string;
  title: string;
  head: string[];
  limits: SignLimit[];
  notices: string[];
  rules: string[];
}

export interface Tray {
  name: string;
  label: string;
  cards: number;
}

export interface WagerFacts {
  name: string;
  label: string;
  role: string;
  required: boolean;
  equals: string | null;
  about: string;
  rule: string;
  of: string | null;
  times: number | null;
  option: string | null;
}

export interface WeighedDecision {
  at: string;
  number: number;
  round: string;
  game: string;
  decision: string;
  best: string;
  right: boolean;
  cost: string;
  values: Record<string, number>;
  why: string | null;
  position: Record<string, unknown>;
  seen: SeenPosition | null;
}

export interface WeighedRound {
  waiting: boolean;
  decisions: WeighedStep[];
}

export interface WeighedStep {
  seat: number;
  index: number;
  decision: string;
  best: string;
  exact: boolean;
  cost: string;
  values: Record<string, ChoiceValue>;
  why: string | null;
}

export interface WrongLine {
  seat: number;
  wager: string;
  hand: number | null;
}
