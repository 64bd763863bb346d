import type { AbsenceTables } from './alerts/absence/tables.ts'
import type { DeliveryTables } from './alerts/delivery/tables.ts'
import type { AlarmTables } from './alerts/escalation/tables.ts'
import type { AlertTables } from './alerts/tables.ts'
import type { AuditTables } from './audit/tables.ts'
import type { BackupTables } from './backups/tables.ts'
import type { BenchmarkTables } from './benchmarks/tables.ts'
import type { BoardTables } from './boards/tables.ts'
import type { ConsentTables } from './consents/tables.ts'
import type { CustodyTables } from './custody/tables.ts'
import type { DataQualityTables } from './data-quality/tables.ts'
import type { DeviceTables } from './devices/tables.ts'
import type { DiaryTables } from './diary/tables.ts'
import type { DisplayTables } from './displays/tables.ts'
import type { EmissionTables } from './emissions/tables.ts'
import type { ExportTables } from './exports/tables.ts'
import type { FeedTables } from './feeds/tables.ts'
import type { FlockTables } from './flocks/tables.ts'
import type { FloorPlanTables } from './floor-plans/tables.ts'
import type { GroupTables } from './groups/tables.ts'
import type { ImportTables } from './imports/tables.ts'
import type { CodecTables } from './ingest/lorawan/codecs/tables.ts'
import type { LorawanTables } from './ingest/lorawan/tables.ts'
import type { MappingTables } from './ingest/mapping/tables.ts'
import type { MqttTables } from './ingest/mqtt/tables.ts'
import type { IngestTables } from './ingest/tables.ts'
import type { InsightTables } from './insights/tables.ts'
import type { JobRunTables } from './kit/job-runs/tables.ts'
import type { LeaseTables } from './kit/leases/tables.ts'
import type { LimitTables } from './kit/limits/tables.ts'
import type { SecretTables } from './kit/security/tables.ts'
import type { LocationTables } from './locations/tables.ts'
import type { ManualMeasurementTables } from './manual-measurements/tables.ts'
import type { NotificationTables } from './notifications/tables.ts'
import type { OfferTables } from './offers/tables.ts'
import type { PersonalDataTables } from './personal-data/tables.ts'
import type { PhotoTables } from './photos/tables.ts'
import type { ReportTables } from './reports/tables.ts'
import type { ResearchTables } from './research/tables.ts'
import type { FaultTables, SummaryTables } from './series/tables.ts'
import type { SettingTables } from './settings/tables.ts'
import type { SnapshotTables } from './snapshots/tables.ts'
import type { StatisticsTables } from './statistics/tables.ts'
import type { UserTables } from './users/tables.ts'
import type { WeatherTables } from './weather/tables.ts'

/**
 * Every table of the database, joined from those of its domains. Times are ISO 8601 UTC text, flags 0 or 1, nested
 * values JSON text: the same in both dialects.
 */
export interface Tables
  extends AbsenceTables,
    AlarmTables,
    AlertTables,
    AuditTables,
    BackupTables,
    BenchmarkTables,
    BoardTables,
    ConsentTables,
    CustodyTables,
    DataQualityTables,
    DeliveryTables,
    DeviceTables,
    DisplayTables,
    DiaryTables,
    EmissionTables,
    ExportTables,
    FeedTables,
    FaultTables,
    FlockTables,
    FloorPlanTables,
    GroupTables,
    ImportTables,
    IngestTables,
    InsightTables,
    JobRunTables,
    LeaseTables,
    LimitTables,
    LocationTables,
    LorawanTables,
    CodecTables,
    ManualMeasurementTables,
    MappingTables,
    MqttTables,
    NotificationTables,
    OfferTables,
    PersonalDataTables,
    ReportTables,
    PhotoTables,
    ResearchTables,
    SecretTables,
    SettingTables,
    SnapshotTables,
    StatisticsTables,
    SummaryTables,
    UserTables,
    WeatherTables {}
